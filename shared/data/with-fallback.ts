export type LogError = (message: string, error: unknown) => void

/** Logs a failed read with its message (specification, 8. Error catalogue) and resolves to the fallback instead. */
export function withFallback<Value, Fallback>(
  read: Promise<Value>,
  fallback: Fallback,
  message: string,
  logError: LogError = console.error,
): Promise<Value | Fallback> {
  return read.catch((error) => {
    logError(message, error)
    return fallback
  })
}
