/** Random secrets. Of a link, a session or an invitation that gives rights at the desk, the database stores only the hash. */
import { createHash, randomBytes } from 'node:crypto'

const TOKEN = /^[\w-]{43}$/

/** 256 bits, in base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const isToken = (text: string): boolean => TOKEN.test(text)

/** SHA-256 in hexadecimal, which suffices for a random secret of 256 bits. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
