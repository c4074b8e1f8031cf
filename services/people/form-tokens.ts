/** The hidden field of the desk's forms: a form of another session, or of another site, does not have it. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Another one for each page, so that the length of a compressed page tells nothing about it. */
export const newFormToken = (sessionToken: string): string =>
  withSalt(randomBytes(16).toString('base64url'), sessionToken)

export function isFormToken(given: string, sessionToken: string): boolean {
  const [salt = ''] = given.split('.')
  const expected = Buffer.from(withSalt(salt, sessionToken))
  const bytes = Buffer.from(given)
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}

const withSalt = (salt: string, sessionToken: string) =>
  `${salt}.${createHmac('sha256', sessionToken).update(`form ${salt}`).digest('base64url')}`
