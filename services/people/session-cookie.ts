/** The session cookie of the desk. */

const NAME = 'desk_session'
const MAX_AGE_SECONDS = 30 * 86_400

const isSecure = (siteUrl: string) => siteUrl.startsWith('https:')

/** Over https, the prefix `__Host-` prevents other hosts of the domain from setting it. */
const nameOf = (siteUrl: string) => (isSecure(siteUrl) ? `__Host-${NAME}` : NAME)

// `__Host-` requires the path /. Lax rather than Strict, so that a link in an email opens the desk signed in; no GET
// changes anything, and forms have a CSRF token.
const attributes = (siteUrl: string) => `Path=/; HttpOnly; SameSite=Lax${isSecure(siteUrl) ? '; Secure' : ''}`

/** The `Set-Cookie` value. */
export const sessionCookie = (token: string, siteUrl: string): string =>
  `${nameOf(siteUrl)}=${token}; Max-Age=${MAX_AGE_SECONDS}; ${attributes(siteUrl)}`

/** The `Set-Cookie` value that removes the cookie. */
export const endedSessionCookie = (siteUrl: string): string =>
  `${nameOf(siteUrl)}=; Max-Age=0; ${attributes(siteUrl)}`

/** @param cookie the `Cookie` header. @returns null if the cookie is missing or repeated */
export function readSessionToken(cookie: string | null, siteUrl: string): string | null {
  const prefix = `${nameOf(siteUrl)}=`
  const values = (cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length))
  return values.length === 1 ? (values[0] ?? null) : null
}
