import { parseUrl } from './parse-url.ts'

/** As browsers validate `type="email"`, but with a dot in the domain, whose last part begins with a letter. */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i

/**
 * The address with its domain in the form that mail servers use: 'ann@münchen.example' gives
 * 'ann@xn--mnchen-3ya.example'. Null for 'ann', 'ann@plates' and 'ann@192.0.2.7'.
 */
export function readEmailAddress(text: string): string | null {
  const domain = domainOf(text)
  const isAscii = /^[ -~]*$/.test(domain)
  const hostname = isAscii ? domain : (parseUrl(`http://${domain}`)?.hostname ?? domain)
  const address = `${text.slice(0, text.length - domain.length)}${hostname}`
  return EMAIL.test(address) && address.length <= 254 ? address : null
}

export const EMAIL_FAULT = 'Enter an e-mail address, such as ann@example.co.uk.'

/** @returns the error message for the field, or null */
export const emailFault = (email: string): string | null =>
  readEmailAddress(email) === null ? EMAIL_FAULT : null

export const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)
