/** React Router's own check is off: it compares `Origin` with the request's URL, which is wrong behind a TLS proxy. */
import type { Site } from '#site.config.ts'

export const CROSS_SITE_REFUSAL = 'Cross-site form submissions are rejected.'

/** Visitors see it if a browser or proxy hides the origin of the form. */
export const crossSitePage = ({
  name,
  email,
}: Pick<Site, 'name' | 'email'>) => `${CROSS_SITE_REFUSAL} Nothing was stored.

If you sent this from a page on ${name}, go back to recover what you wrote and e-mail it to ${email} instead.
`

/**
 * Browsers send `Origin` with every POST, and pages cannot forge it or `Sec-Fetch-Site`. Programs send neither and are
 * allowed: there are no sessions to exploit. Schemes are not compared, because TLS usually ends at a proxy.
 */
export function isCrossSite(
  { url, headers }: { url: string; headers: Headers },
  siteUrl: string,
  trustedProxies: number,
): boolean {
  const origin = headers.get('Origin')
  const fetchSite = headers.get('Sec-Fetch-Site')
  // React Router parses it as well, and logs what it cannot parse.
  if (origin !== null && origin !== 'null' && !URL.canParse(origin)) return true
  if (fetchSite === 'same-origin') return false
  if (origin === null) return fetchSite === 'cross-site' || fetchSite === 'same-site'
  if (origin === 'null') return true
  const { host, protocol } = new URL(origin)
  const ownHosts = [new URL(siteUrl).host, new URL(url).host, forwardedHost(headers, trustedProxies)]
  return !ownHosts.some((own) => own !== null && withoutDefaultPort(own, protocol) === host)
}

/** Each proxy may append the host that was requested; behind n proxies the n-th from the end is the outermost one's. */
function forwardedHost(headers: Headers, trustedProxies: number): string | null {
  if (trustedProxies === 0) return null
  const hosts = (headers.get('X-Forwarded-Host') ?? '').split(',').map((host) => host.trim())
  return hosts.at(-Math.min(trustedProxies, hosts.length)) || null
}

/** Some proxies write `Host: www.plates.example:443`. */
function withoutDefaultPort(host: string, protocol: string): string | null {
  const address = `${protocol}//${host}`
  return URL.canParse(address) ? new URL(address).host : null
}
