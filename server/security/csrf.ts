/**
 * Protection against cross-site request forgery: the one check that every form post passes. React Router's own
 * check is switched off in react-router.config.ts, because it compares `Origin` with the address the server was
 * reached at, which behind a TLS proxy is never the visitor's.
 */
import { site } from '../../site.config.ts'

export const CROSS_SITE_REFUSAL = 'Cross-site form submissions are rejected.'

/** For a visitor whose browser or proxy hides where the form came from; Back brings a form's words back. */
export const CROSS_SITE_PAGE = `${CROSS_SITE_REFUSAL} Nothing was stored.

If you sent this from a page of ${site.name}, go back to find your words, and write to ${site.email} instead.
`

/**
 * Whether a browser sent this request from a page of another site.
 *
 * Browsers name the origin of every POST, and no page can change that name or `Sec-Fetch-Site`. Programs send
 * neither and are let through: there are no cookies or sessions that a forged request could use. Hosts are
 * compared and schemes are not, since TLS usually ends at a proxy.
 *
 * @param trustedProxies how many proxies of ours stand in front; without one, X-Forwarded-Host is not believed
 */
export function isCrossSite(
  { url, headers }: { url: string; headers: Headers },
  siteUrl: string,
  trustedProxies: number,
): boolean {
  const origin = headers.get('Origin')
  const fetchSite = headers.get('Sec-Fetch-Site')
  if (fetchSite === 'same-origin') return false
  if (origin === null) return fetchSite === 'cross-site' || fetchSite === 'same-site'
  if (!URL.canParse(origin)) return true // `null` among others
  const { host, protocol } = new URL(origin)
  const ownHosts = [new URL(siteUrl).host, new URL(url).host, forwardedHost(headers, trustedProxies)]
  return !ownHosts.some((own) => own !== null && withoutDefaultPort(own, protocol) === host)
}

/** Each proxy may add the host it was asked for, so of n trusted proxies the n-th from the end saw the visitor. */
function forwardedHost(headers: Headers, trustedProxies: number): string | null {
  if (trustedProxies === 0) return null
  const hosts = (headers.get('X-Forwarded-Host') ?? '').split(',').map((host) => host.trim())
  return hosts.at(-Math.min(trustedProxies, hosts.length)) || null
}

/** `Host: www.plates.example:443`, as some proxies write it, is the host of https://www.plates.example. */
function withoutDefaultPort(host: string, protocol: string): string | null {
  const address = `${protocol}//${host}`
  return URL.canParse(address) ? new URL(address).host : null
}
