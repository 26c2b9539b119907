import { useEffect, useState } from 'react'

/** A value once it has stayed the same for `delayMs`, so that typing does not send a query per key. */
export function useDebounced<Value extends Record<string, string>>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value)
  // Each render brings a new object.
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as Value), delayMs)
    return () => clearTimeout(timer)
  }, [text, delayMs])
  return settled
}
