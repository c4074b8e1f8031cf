/** What every answer tells a browser, so that a fault elsewhere cannot become an attack. */
import { createHash } from 'node:crypto'

export const everyHeader: [name: string, value: string][] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
]

/** The headers of a whole document: its policy names the hash of each inline script that it holds (decision 003). */
export function documentHeaders(
  html: string,
  backendUrl: string | undefined,
): [name: string, value: string][] {
  const connect = backendUrl ? ` ${new URL(backendUrl).origin}` : ''
  const policy = [
    "default-src 'none'",
    `script-src 'self'${inlineScriptHashes(html)}`,
    "style-src 'self'",
    "img-src 'self' https: data:",
    "font-src 'self'",
    `connect-src 'self'${connect}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return [
    ['Content-Security-Policy', policy.join('; ')],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ]
}

function inlineScriptHashes(html: string): string {
  let hashes = ''
  for (const [, attributes = '', script = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (script === '' || attributes.includes('application/ld+json')) continue
    hashes += ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`
  }
  return hashes
}
