import type { Field, Refusal } from './types.ts'

/** The same answer for a wrong password, code or passkey, an unknown address, and a person without credentials. */
export const REFUSED: Refusal = { ok: false, reason: 'refused' }
export const EXPIRED: Refusal = { ok: false, reason: 'expired' }
export const NEEDS_SECOND_FACTOR: Refusal = { ok: false, reason: 'second-factor' }

export const slowDown = (retryAfterSeconds: number): Refusal => ({
  ok: false,
  reason: 'slow-down',
  retryAfterSeconds,
})

export const invalid = (field: Field, message: string): Refusal => ({
  ok: false,
  reason: 'invalid',
  field,
  message,
})
