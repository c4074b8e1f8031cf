/** What every answer tells a browser, so that a fault elsewhere cannot become an attack (docs/security.md). */
import { createHash } from 'node:crypto'
import { POLICIES } from '../../app/shared/ui/trusted-html.ts'

export type Header = [name: string, value: string]

const YEAR_SECONDS = 31_536_000

/**
 * What goes with every answer, of whatever kind. Only a site whose own address is https tells browsers to keep to
 * https: elsewhere nobody stands in front that speaks TLS, and a browser that believed it would find no site.
 */
export function everyHeader(siteUrl: string): Header[] {
  return [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ...(siteUrl.startsWith('https:')
      ? [['Strict-Transport-Security', `max-age=${YEAR_SECONDS}`] satisfies Header]
      : []),
  ]
}

/** For what is no document: should a browser be led to take it for one, it loads, runs and is framed by nothing. */
export const CSP_NONE: Header = ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"]

/** Other sites may not load it as a picture, a script or a style. */
export const CORP_SAME_ORIGIN: Header = ['Cross-Origin-Resource-Policy', 'same-origin']
/** For rows, which depend on the key, and for the state of the server. */
export const NOT_STORED: Header[] = [
  ['Cache-Control', 'no-store'],
  ['Vary', 'Authorization, apikey'],
]

/** A picture that a message or a feed shows of us. */
export const CORP_CROSS_ORIGIN: Header = ['Cross-Origin-Resource-Policy', 'cross-origin']

/**
 * Takes the mark from the scripts that we wrote into a document, and names the hash of each. A script without the
 * mark has come in with somebody's data: it gets no hash, so no browser runs it (decision 003).
 *
 * @param mark a nonce of this rendering alone, which no stored text can hold
 */
export function hashInlineScripts(html: string, mark: string): { html: string; hashes: string[] } {
  const hashes: string[] = []
  // Parted at the marks, so that a long document is walked once: before each stands a tag's beginning, after it the rest.
  const parts = html.split(` nonce="${mark}"`)
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1]
    if (before === undefined || !SCRIPT_TAG.test(before.slice(before.lastIndexOf('<')))) continue
    const script = part.slice(part.indexOf('>') + 1, part.indexOf('</script>'))
    if (script !== '') hashes.push(hashOf(script))
  }
  return { html: parts.join(''), hashes }
}

const SCRIPT_TAG = /^<script\b[^>]*$/

/** As the policy names a script's text. */
export const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** The pages ask nothing of the device, so nothing that runs in them may. */
const NOTHING_OF_THE_DEVICE = [
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

/** The headers of a whole document. */
export function documentHeaders(
  scriptHashes: readonly string[],
  styleHashes: readonly string[],
  backendUrl: string | undefined,
): Header[] {
  const connect = backendUrl ? ` ${new URL(backendUrl).origin}` : ''
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    ["style-src 'self'", ...styleHashes].join(' '),
    "img-src 'self' https: data:",
    "font-src 'self'",
    `connect-src 'self'${connect}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${POLICIES.join(' ')}`,
  ]
  return [
    ['Content-Security-Policy', policy.join('; ')],
    ['Permissions-Policy', NOTHING_OF_THE_DEVICE],
  ]
}
