/**
 * How many enquiries each client may send, and how many all of them together: token buckets that refill with time.
 * They are in memory alone, and a client is forgotten once its bucket has had time to fill.
 */
import { LRUCache } from 'lru-cache'
import type { ClientNetwork } from '../client-ip.ts'

export interface Limit {
  /** How many may come at once. */
  burst: number
  /** How long it takes until one more may. */
  refillMs: number
}

interface Bucket {
  tokens: number
  at: number
}

/** The limits that one enquiry counts towards, by the key of their bucket. */
export type Limits = readonly (readonly [key: string, limit: Limit])[]

/** A bucket is some 150 bytes. Past this many clients at once, the one not seen for longest begins anew. */
const MAX_BUCKETS = 50_000

const TEN_MINUTES = 600_000
const perTenMinutes = (burst: number): Limit => ({ burst, refillMs: TEN_MINUTES / burst })

/**
 * A person sends fewer than eight in ten minutes, a script more. The wider networks of an IPv6 address have more
 * allowance, as several households may share them, but far less than all the /64 in them would have together.
 */
const PER_CLIENT = [8, 24, 72].map(perTenMinutes)

/** The limits of one client, the narrowest of its networks first. */
export const limitsOf = ({ prefixes }: ClientNetwork): Limits =>
  prefixes.map((prefix, index) => [prefix, PER_CLIENT[index] ?? perTenMinutes(8)])

export class RateLimit {
  readonly #now: () => number
  readonly #buckets: LRUCache<string, Bucket>

  constructor(now = () => performance.now()) {
    this.#now = now
    this.#buckets = new LRUCache({ max: MAX_BUCKETS, perf: { now }, ttl: TEN_MINUTES, ttlAutopurge: true })
  }

  get size(): number {
    return this.#buckets.size
  }

  /** Takes one from each bucket, or from none. @returns 0, or in how many seconds there is one in all of them */
  take(limits: Limits): number {
    const now = this.#now()
    const buckets = limits.map(([key, limit]) => ({ key, limit, tokens: this.#tokens(key, limit, now) }))
    const waitMs = Math.max(
      ...buckets.map(({ tokens, limit }) => (tokens >= 1 ? 0 : (1 - tokens) * limit.refillMs)),
    )
    if (waitMs > 0) return Math.ceil(waitMs / 1000)
    for (const { key, limit, tokens } of buckets) this.#put(key, limit, { tokens: tokens - 1, at: now })
    return 0
  }

  /** Gives one back: nothing new came of it. */
  giveBack(limits: Limits): void {
    const now = this.#now()
    for (const [key, limit] of limits)
      this.#put(key, limit, { tokens: Math.min(limit.burst, this.#tokens(key, limit, now) + 1), at: now })
  }

  #tokens(key: string, { burst, refillMs }: Limit, now: number): number {
    const bucket = this.#buckets.get(key)
    return bucket ? Math.min(burst, bucket.tokens + (now - bucket.at) / refillMs) : burst
  }

  #put(key: string, { burst, refillMs }: Limit, bucket: Bucket) {
    this.#buckets.set(key, bucket, { ttl: burst * refillMs })
  }
}
