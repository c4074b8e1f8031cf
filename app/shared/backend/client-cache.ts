/**
 * The browser's memory of a read, for a short while: a visitor who goes back finds the page as it was and at
 * the place where it was, instead of a loading text. Only what was read well is remembered.
 */
const FRESH_MS = 60_000

const remembered = new Map<string, { value: unknown; readAt: number }>()

/** Remembers what the server read for the first page. */
export function keep(key: string, value: unknown): void {
  remembered.set(key, { value, readAt: performance.now() })
}

/** @returns the remembered value itself, so that no loading text shows, or the promise of a new read */
export function remember<Value, Settled>(
  key: string,
  read: () => Promise<Value>,
  withFallback: (read: Promise<Value>) => Promise<Settled>,
): Value | Promise<Settled> {
  const known = remembered.get(key)
  if (known && performance.now() - known.readAt < FRESH_MS) return known.value as Value
  const reading = read().then((value) => {
    keep(key, value)
    return value
  })
  return withFallback(reading)
}
