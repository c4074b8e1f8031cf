/**
 * How often somebody may try, in the memory of each server. A stranger who guesses is slowed down, and does not lock the
 * person out: networks where the person has signed in before have tries of their own, and a passkey needs no guess.
 */
import type { ClientNetwork } from '../client-ip.ts'
import { type Limit, type Limits, RateLimit } from '../enquiries/rate-limit.ts'

const TEN_MINUTES_MS = 600_000
const perTenMinutes = (burst: number): Limit => ({ burst, msPerToken: TEN_MINUTES_MS / burst })

/** By network, narrowest first: the address or the /64, the /56 and the /48. */
const PER_NETWORK = [10, 30, 90].map(perTenMinutes)
/** Asking the browser for a passkey guesses nothing, and pages do it on their own. */
const QUESTIONS_PER_NETWORK = [60, 180, 540].map(perTenMinutes)

/** Ten at once, then one every 90 s: fewer than 100 an hour, both kinds of network together (ASVS 2.2.1). */
export const PER_PERSON: Limit = { burst: 10, msPerToken: 90_000 }

export type Guess = 'password' | 'second factor'

export interface Attempt {
  network: ClientNetwork
  guess: Guess
  /** The address or the id of the person; limited alike whether there is such a person or not. */
  whom: string
  isKnownNetwork: boolean
}

/** One for the process. */
export class SignInLimits {
  readonly #limit: RateLimit

  constructor(now?: () => number) {
    this.#limit = new RateLimit(now)
  }

  /** @returns 0, or the seconds to wait */
  takeGuess(attempt: Attempt): number {
    return this.#limit.take(limitsOfGuess(attempt))
  }

  /** For one that was right. */
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
