import { startTransition, useEffect, useState } from 'react'

/** The value as it was when it last stood still for so long: for what need not follow every key. */
export function useDebouncedValue<Value>(value: Value, stillForMs: number): Value {
  const [calm, setCalm] = useState(value)
  useEffect(() => {
    const waiting = setTimeout(() => startTransition(() => setCalm(() => value)), stillForMs)
    return () => clearTimeout(waiting)
  }, [value, stillForMs])
  return calm
}
