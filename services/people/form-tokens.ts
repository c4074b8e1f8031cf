/** CSRF tokens for the desk's forms, bound to the session. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Each page gets a different token, so that the compressed page length reveals nothing about it. */
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
