/**
 * How many enquiries are taken from one address, and from everybody together. Buckets that fill again with
 * time; in memory alone, so an address is forgotten as soon as its bucket is full.
 */
interface Limit {
  /** How many may come at once. */
  burst: number
  /** How long it takes until one more may. */
  refillMs: number
}

interface Bucket {
  tokens: number
  at: number
}

const MAX_ADDRESSES = 10_000

export class RateLimit {
  readonly #perAddress: Limit
  readonly #total: Limit
  readonly #now: () => number
  readonly #addresses = new Map<string, Bucket>()
  readonly #everybody: Bucket

  constructor(perAddress: Limit, total: Limit, now = () => performance.now()) {
    this.#perAddress = perAddress
    this.#total = total
    this.#now = now
    this.#everybody = { tokens: total.burst, at: now() }
  }

  /** Takes one. @returns 0, or in how many seconds there is one again */
  take(address: string): number {
    const now = this.#now()
    const bucket = this.#bucket(address, now)
    fill(bucket, this.#perAddress, now)
    fill(this.#everybody, this.#total, now)
    const waitMs = Math.max(wait(bucket, this.#perAddress), wait(this.#everybody, this.#total))
    if (waitMs > 0) return Math.ceil(waitMs / 1000)
    bucket.tokens -= 1
    this.#everybody.tokens -= 1
    return 0
  }

  /** Gives one back: it came to nothing new. */
  giveBack(address: string): void {
    const bucket = this.#addresses.get(address)
    if (bucket) bucket.tokens += 1
    this.#everybody.tokens += 1
  }

  #bucket(address: string, now: number): Bucket {
    const known = this.#addresses.get(address)
    if (known) return known
    if (this.#addresses.size >= MAX_ADDRESSES) this.#forget(now)
    const bucket = { tokens: this.#perAddress.burst, at: now }
    this.#addresses.set(address, bucket)
    return bucket
  }

  /** Full buckets say nothing; if that is not enough, a tenth goes, those first that were met longest ago. */
  #forget(now: number) {
    for (const [address, bucket] of this.#addresses) {
      fill(bucket, this.#perAddress, now)
      if (bucket.tokens >= this.#perAddress.burst) this.#addresses.delete(address)
    }
    for (const address of this.#addresses.keys()) {
      if (this.#addresses.size < MAX_ADDRESSES * 0.9) break
      this.#addresses.delete(address)
    }
  }
}

function fill(bucket: Bucket, { burst, refillMs }: Limit, now: number) {
  bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.at) / refillMs)
  bucket.at = now
}

const wait = ({ tokens }: Bucket, { refillMs }: Limit) => (tokens >= 1 ? 0 : (1 - tokens) * refillMs)
