/**
 * Codes of authenticator apps: RFC 6238 with the parameters that every app supports (SHA-1, six digits, 30 seconds).
 * The algorithm is shorter than the configuration of `otplib`.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
/** Allows the clock of a phone to be off by half a minute. */
const TOLERATED_STEPS = [0, -1, 1]
const SECRET_BYTES = 20
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** In base32. */
export function newTotpSecret(): string {
  let bits = ''
  for (const byte of randomBytes(SECRET_BYTES)) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('')
}

function decodeBase32(text: string): Buffer {
  let bits = ''
  for (const letter of text) bits += BASE32.indexOf(letter).toString(2).padStart(5, '0')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

export const timeStep = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS)

/** @param secret in base32. @returns six digits */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const value = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS
  return String(value).padStart(DIGITS, '0')
}

/** @returns the time step of a code such as '123 456', or null if it is wrong, expired or not after `lastStep` */
export function matchTotp(secret: string, code: string, now: Date, lastStep: number | null): number | null {
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return null
  const current = timeStep(now)
  let matched: number | null = null
  for (const step of TOLERATED_STEPS.map((steps) => current + steps)) {
    const isEqual = timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(digits))
    if (isEqual && step > (lastStep ?? -1)) matched ??= step
  }
  return matched
}

/** The content of the QR code. */
export function totpUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
