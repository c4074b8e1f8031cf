/** Takes note of what went wrong: the server's log, or the browser's console. */
export type LogError = (text: string, error: unknown) => void

/**
 * Waits for a read that must never break a page: when it fails, its error is reported in the
 * specification's words and the visitor gets the fallback instead.
 */
export function withFallback<Value, Fallback>(
  read: Promise<Value>,
  fallback: Fallback,
  text: string,
  report: LogError = console.error,
): Promise<Value | Fallback> {
  return read.catch((error) => {
    report(text, error)
    return fallback
  })
}
