import { TooManyPasswordsError } from './passwords.ts'
import { isKnownNetwork } from './sessions.ts'
import type { Guess } from './sign-in-limits.ts'
import type { Field, Refusal, SignInContext } from './types.ts'

/** The same answer for a wrong password, code or passkey, an unknown address, and a person without credentials. */
export const REFUSED: Refusal = { ok: false, reason: 'refused' }
export const EXPIRED: Refusal = { ok: false, reason: 'expired' }
export const NEEDS_SECOND_FACTOR: Refusal = { ok: false, reason: 'second-factor' }

const slowDown = (retryAfterSeconds: number): Refusal => ({
  ok: false,
  reason: 'slow-down',
  retryAfterSeconds,
})

/** Too many passwords are being checked at the same time. */
const BUSY_SECONDS = 5

/** Checks or hashes a password, or asks to try again. */
export async function unlessBusy<Result>(work: () => Promise<Result>): Promise<Result | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TooManyPasswordsError) return slowDown(BUSY_SECONDS)
    throw error
  }
}

type Attempt = { guess: Guess; whom: string; personId: string }

/**
 * Takes a guess at a password or code from the limits of the network and the person.
 * @returns `refund` for a right one
 */
export async function takeGuess(
  { database, limits, visit: { network } }: SignInContext,
  { guess, whom, personId }: Attempt,
): Promise<{ ok: true; refund(): void } | Refusal> {
  const attempt = {
    network,
    guess,
    whom,
    isKnownNetwork: await isKnownNetwork(database, personId, network.network),
  }
  const wait = limits.takeGuess(attempt)
  return wait > 0 ? slowDown(wait) : { ok: true, refund: () => limits.refundGuess(attempt) }
}

/** Takes a question, such as for a passkey, from the limits of the network. */
export function takeQuestion({ limits, visit }: SignInContext): Refusal | null {
  const wait = limits.takeQuestion(visit.network)
  return wait > 0 ? slowDown(wait) : null
}

export const invalid = (field: Field, message: string): Refusal => ({
  ok: false,
  reason: 'invalid',
  field,
  message,
})
