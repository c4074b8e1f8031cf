// Caches successful reads in the browser for a minute, so that Back shows the page at once and at its scroll position.

const FRESH_MS = 60_000

// Keys that more than one module uses.
export const FEATURED_KEY = 'featured'
export const CARDS_KEY = 'cards of articles'
export const articleKey = (section: string, slug: string) => `article ${section}/${slug}`
export const plateKey = (registration: string) => `plate ${registration}`
export const stockKey = (query: string) => `plates${query}`
export const explorerKey = (explorer: string) => `sales of ${explorer}`

const cache = new Map<string, { value: unknown; readAt: number }>()

export function cacheValue(key: string, value: unknown): void {
  cache.set(key, { value, readAt: performance.now() })
}

/** True if this was read since the document was loaded, however long ago. */
export const isRemembered = (key: string): boolean => cache.has(key)

const isFresh = (known: { readAt: number }) => performance.now() - known.readAt < FRESH_MS

/** True if a read would be answered without a request. */
export function isCached(key: string): boolean {
  const known = cache.get(key)
  return known !== undefined && isFresh(known)
}

const underWay = new Map<string, Promise<unknown>>()

/** @returns the cached value itself, so that no loading text appears, the promise of a read that is under way, or undefined */
export function getCached<Value>(key: string): Value | Promise<Value> | undefined {
  const known = cache.get(key)
  return known && isFresh(known) ? (known.value as Value) : (underWay.get(key) as Promise<Value> | undefined)
}

/**
 * What is cached, or the promise of a new read.
 * @param withFallback turns a read that fails into what the page shows instead
 */
export function remember<Value, Result = Value>(
  key: string,
  read: () => Promise<Value>,
  withFallback?: (read: Promise<Value>) => Promise<Result>,
): Value | Result | Promise<Value | Result> {
  const known = getCached<Value | Result>(key)
  if (known !== undefined) return known
  const caching = read().then((value) => {
    cacheValue(key, value)
    return value
  })
  const reading = (withFallback?.(caching) ?? caching).finally(() => underWay.delete(key))
  underWay.set(key, reading)
  return reading
}

const SOON_MS = 300

/** Waits a little for a read that is on its way: React would show a loading text for 300 ms even if the rows come at once. */
export function arrivesSoon(reading: unknown): Promise<boolean> {
  if (!(reading instanceof Promise)) return Promise.resolve(true)
  const late = new Promise<false>((resolve) => setTimeout(resolve, SOON_MS, false))
  return Promise.race([reading.then(() => true), late])
}
