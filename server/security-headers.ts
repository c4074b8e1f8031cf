/** What every answer tells a browser, so that a fault elsewhere cannot become an attack. */
export const everyHeader = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** Adds the policy of a document: scripts only from here, and inline only what this answer's nonce marks. */
export function documentHeaders(
  page: Response,
  { nonce, backendUrl }: { nonce: string; backendUrl?: string },
): Response {
  if (!page.headers.get('Content-Type')?.startsWith('text/html')) return page
  const connect = backendUrl ? ` ${new URL(backendUrl).origin}` : ''
  page.headers.set(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      `script-src 'self' 'nonce-${nonce}'`,
      "style-src 'self'",
      "img-src 'self' https: data:",
      "font-src 'self'",
      `connect-src 'self'${connect}`,
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  )
  page.headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  if (!page.headers.has('Cache-Control')) page.headers.set('Cache-Control', 'no-cache')
  return page
}
