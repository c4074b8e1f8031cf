/** Headers that limit what a vulnerability elsewhere can do in a browser (docs/security.md). */
import { createHash } from 'node:crypto'
import { SCRIPT_MARK } from '#shared/ui/script-mark.ts'
import { DESK_POLICIES, POLICIES } from '#shared/ui/trusted-html.ts'

export type Header = [name: string, value: string]

const YEAR_SECONDS = 31_536_000

/** For every response. HSTS only with TLS: without it the browser could no longer open the site. */
export function commonHeaders(siteUrl: string): Header[] {
  return [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ...(siteUrl.startsWith('https:')
      ? [['Strict-Transport-Security', `max-age=${YEAR_SECONDS}`] satisfies Header]
      : []),
    CORP_SAME_ORIGIN,
  ]
}

/** For every response that is not a document, in case a browser is tricked into showing it as one. */
export const defaultHeaders = (siteUrl: string): Header[] => [...commonHeaders(siteUrl), CSP_NONE]

export const CSP_NONE: Header = ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"]

/** For documents of the development server alone, whose scripts have neither nonce nor hash. */
export const NO_POLICY: Header = ['Content-Security-Policy', '']

const CORP_SAME_ORIGIN: Header = ['Cross-Origin-Resource-Policy', 'same-origin']

/** For images that messengers and feed readers embed. */
export const CORP_CROSS_ORIGIN: Header = ['Cross-Origin-Resource-Policy', 'cross-origin']

export const NO_STORE: Header[] = [
  ['Cache-Control', 'no-store'],
  ['Vary', 'Authorization, apikey'],
]

export const cspHash = (text: string | Buffer) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const NO_DEVICE_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** For the desk's pages: no other hosts, and no device access except passkeys. */
export function deskDocumentHeaders(nonce: string): Header[] {
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' ${cspHash(SCRIPT_MARK)}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // The preview of an article, the only page that allows framing.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${DESK_POLICIES.join(' ')}`,
  ]
  return [
    ['Content-Security-Policy', policy.join('; ')],
    [
      'Permissions-Policy',
      `${NO_DEVICE_FEATURES}, publickey-credentials-create=(self), publickey-credentials-get=(self)`,
    ],
  ]
}

/**
 * @param isPreview true for the preview of an article, which the desk frames beside the text. No other site may frame
 * it.
 */
export function documentHeaders(
  scriptHashes: readonly string[],
  styleHashes: readonly string[],
  isPreview = false,
): Header[] {
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    ["style-src 'self'", ...styleHashes].join(' '),
    "img-src 'self' https: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${isPreview ? "'self'" : "'none'"}`,
    "require-trusted-types-for 'script'",
    `trusted-types ${POLICIES.join(' ')}`,
  ]
  return [
    ['Content-Security-Policy', policy.join('; ')],
    ['Permissions-Policy', NO_DEVICE_FEATURES],
  ]
}
