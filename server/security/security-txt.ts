/** `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. */
import { site } from '../../site.config.ts'

export const SECURITY_TXT = '/.well-known/security.txt'

/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180
const DAY_MS = 86_400_000

/**
 * Made for each request, so that `Expires` is always ahead.
 *
 *   Contact: mailto:hello@plateworthy.example
 *   Expires: 2027-01-01T00:00:00Z
 *   Preferred-Languages: en
 *   Canonical: https://www.plates.example/.well-known/security.txt
 */
export function securityTxt(siteUrl: string, now = Date.now()): string {
  const expires = new Date(now + VALID_DAYS * DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z')
  const fields = [
    `Contact: mailto:${site.email}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    // RFC 9116 allows only https here.
    ...(siteUrl.startsWith('https:') ? [`Canonical: ${siteUrl}${SECURITY_TXT}`] : []),
  ]
  return `${fields.join('\n')}\n`
}
