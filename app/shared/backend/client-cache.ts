// Caches successful reads in the browser for a minute, so that Back shows the page at once and at its scroll position.

const FRESH_MS = 60_000

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

/** @returns the cached value itself, so that no loading text appears, or the promise of a read that is under way or new */
export function remember<Value, Result>(
  key: string,
  read: () => Promise<Value>,
  withFallback: (read: Promise<Value>) => Promise<Result>,
): Value | Promise<Result> {
  const known = cache.get(key)
  if (known && isFresh(known)) return known.value as Value
  const reading = underWay.get(key) ?? read().finally(() => underWay.delete(key))
  underWay.set(key, reading)
  return withFallback(
    (reading as Promise<Value>).then((value) => {
      cacheValue(key, value)
      return value
    }),
  )
}

const SOON_MS = 300

/** Waits a little for a read that is on its way: React would show a loading text for 300 ms even if the rows come at once. */
export function arrivesSoon(reading: unknown): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, SOON_MS, false))
  return Promise.race([Promise.resolve(reading).then(() => true), late])
}
