import { LRUCache } from 'lru-cache'
import type { ClientNetwork } from './client-ip.ts'

export interface Limit {
  burst: number
  msPerToken: number
}

interface Bucket {
  tokens: number
  at: number
}

export type Limits = readonly (readonly [key: string, limit: Limit])[]

const MAX_BUCKETS = 50_000 // about 150 bytes each

const TEN_MINUTES = 600_000
export const perTenMinutes = (burst: number): Limit => ({ burst, msPerToken: TEN_MINUTES / burst })

/**
 * One limit per network, narrowest first and three times as high for each wider one: several households may share the
 * wider IPv6 networks.
 * @param burst of the narrowest network, in ten minutes
 */
export const networkLimits = ({ prefixes }: ClientNetwork, burst: number, what = ''): Limits =>
  prefixes.map((prefix, index) => [`${what}${prefix}`, perTenMinutes(burst * 3 ** index)])

/** For what visitors send. */
export const limitsOf = (network: ClientNetwork): Limits => networkLimits(network, 8)

/** Token buckets. */
export class RateLimit {
  readonly #now: () => number
  #created: LRUCache<string, Bucket> | undefined

  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** Created with the first request, because it allocates space for all buckets at once. */
  get #buckets(): LRUCache<string, Bucket> {
    this.#created ??= new LRUCache({
      max: MAX_BUCKETS,
      perf: { now: this.#now },
      ttl: TEN_MINUTES,
      ttlAutopurge: true,
    })
    return this.#created
  }

  get size(): number {
    return this.#created?.size ?? 0
  }

  /** Takes a token from every bucket or from none. @returns 0, or the seconds until every bucket has one */
  take(limits: Limits): number {
    const now = this.#now()
    const buckets = limits.map(([key, limit]) => ({ key, limit, tokens: this.#tokens(key, limit, now) }))
    const waitMs = Math.max(
      ...buckets.map(({ tokens, limit }) => (tokens >= 1 ? 0 : (1 - tokens) * limit.msPerToken)),
    )
    if (waitMs > 0) return Math.ceil(waitMs / 1000)
    for (const { key, limit, tokens } of buckets) this.#put(key, limit, { tokens: tokens - 1, at: now })
    return 0
  }

  /** Returns the tokens of a request that stored nothing. */
  refund(limits: Limits): void {
    const now = this.#now()
    for (const [key, limit] of limits)
      this.#put(key, limit, { tokens: Math.min(limit.burst, this.#tokens(key, limit, now) + 1), at: now })
  }

  #tokens(key: string, { burst, msPerToken }: Limit, now: number): number {
    const bucket = this.#buckets.get(key)
    return bucket ? Math.min(burst, bucket.tokens + (now - bucket.at) / msPerToken) : burst
  }

  #put(key: string, { burst, msPerToken }: Limit, bucket: Bucket) {
    this.#buckets.set(key, bucket, { ttl: burst * msPerToken })
  }
}
