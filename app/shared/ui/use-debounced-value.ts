import { startTransition, useEffect, useState } from 'react'

/** Returns the value once it has been unchanged for `delayMs`. */
export function useDebouncedValue<Value>(value: Value, delayMs: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setDebounced(() => value)), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}
