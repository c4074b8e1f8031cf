/**
 * Limits sign-in attempts, in the memory of each server. They slow down guessing by strangers without locking the
 * person out: networks where the person has signed in before have their own limits, and passkeys cannot be guessed.
 */
import type { ClientNetwork } from '../client-ip.ts'
import { type Limit, type Limits, networkLimits, RateLimit } from '../rate-limit.ts'

const GUESSES_PER_NETWORK = 10
/** Requesting passkey options guesses nothing, and pages do it automatically. */
const QUESTIONS_PER_NETWORK = 60

/** Ten at once, then one every 90 s: fewer than 100 an hour for both kinds of network together (ASVS 2.2.1). */
const PER_PERSON: Limit = { burst: 10, msPerToken: 90_000 }

export type Guess = 'password' | 'second factor'

export interface Attempt {
  network: ClientNetwork
  guess: Guess
  /** The address or id of the person; unknown people are limited in the same way. */
  whom: string
  isKnownNetwork: boolean
}

/** Create one per process. */
export class SignInLimits {
  readonly #limit: RateLimit

  constructor(now?: () => number) {
    this.#limit = new RateLimit(now)
  }

  /** @returns 0, or the seconds to wait */
  takeGuess(attempt: Attempt): number {
    return this.#limit.take(limitsOfGuess(attempt))
  }

  /** Returns the token of a successful attempt. */
  refundGuess(attempt: Attempt): void {
    this.#limit.refund(limitsOfGuess(attempt))
  }

  /** For passkeys and links, which cannot be guessed. @returns 0, or the seconds to wait */
  takeQuestion(network: ClientNetwork): number {
    return this.#limit.take(networkLimits(network, QUESTIONS_PER_NETWORK, 'ask from '))
  }
}

const limitsOfGuess = ({ network, guess, whom, isKnownNetwork }: Attempt): Limits => [
  ...networkLimits(network, GUESSES_PER_NETWORK, 'guess from '),
  [`${guess} of ${whom}${isKnownNetwork ? ' from a known network' : ''}`, PER_PERSON],
]
