export const SECURITY_TXT = '/.well-known/security.txt'

const VALID_DAYS = 180 // RFC 9116 recommends less than a year
const DAY_MS = 86_400_000

/** Generate it for each request, so that `Expires` is always in the future. @param email the address for reports */
export function securityTxt(siteUrl: string, email: string): string {
  const expires = new Date(Date.now() + VALID_DAYS * DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z')
  const fields = [
    `Contact: mailto:${email}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    ...(siteUrl.startsWith('https:') ? [`Canonical: ${siteUrl}${SECURITY_TXT}`] : []), // RFC 9116 requires https
  ]
  return `${fields.join('\n')}\n`
}
