/**
 * Limits sign-in attempts, in the memory of each server. They slow down guessing by strangers without locking the
 * person out: networks where the person has signed in before have their own limits, and passkeys cannot be guessed.
 */
import type { ClientNetwork } from '../client-ip.ts'
import { type Limit, type Limits, RateLimit } from '../rate-limit.ts'

const TEN_MINUTES_MS = 600_000
const perTenMinutes = (burst: number): Limit => ({ burst, msPerToken: TEN_MINUTES_MS / burst })

/** One limit per network, narrowest first: the address or the /64, the /56 and the /48. */
const PER_NETWORK = [10, 30, 90].map(perTenMinutes)
/** Requesting passkey options guesses nothing, and pages do it automatically. */
const QUESTIONS_PER_NETWORK = [60, 180, 540].map(perTenMinutes)

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
  takeQuestion({ prefixes }: ClientNetwork): number {
    return this.#limit.take(ofNetwork(prefixes, 'ask', QUESTIONS_PER_NETWORK))
  }
}

const limitsOfGuess = ({ network, guess, whom, isKnownNetwork }: Attempt): Limits => [
  ...ofNetwork(network.prefixes, 'guess', PER_NETWORK),
  [`${guess} of ${whom}${isKnownNetwork ? ' from a known network' : ''}`, PER_PERSON],
]

const ofNetwork = (prefixes: readonly string[], what: string, limits: Limit[]): Limits =>
  prefixes.map((prefix, index) => [`${what} from ${prefix}`, limits[index] ?? perTenMinutes(10)])
