// Caches successful reads in the browser for a minute, so that Back shows the page at once and at its scroll position.

const FRESH_MS = 60_000

const cache = new Map<string, { value: unknown; readAt: number }>()

export function cacheValue(key: string, value: unknown): void {
  cache.set(key, { value, readAt: performance.now() })
}

/** True if this was read since the document was loaded, however long ago. */
export const isRemembered = (key: string): boolean => cache.has(key)

/** @returns the cached value itself, so that no loading text appears, or the promise of a new read */
export function remember<Value, Result>(
  key: string,
  read: () => Promise<Value>,
  withFallback: (read: Promise<Value>) => Promise<Result>,
): Value | Promise<Result> {
  const known = cache.get(key)
  if (known && performance.now() - known.readAt < FRESH_MS) return known.value as Value
  const reading = read().then((value) => {
    cacheValue(key, value)
    return value
  })
  return withFallback(reading)
}
