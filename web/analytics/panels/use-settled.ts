import { useEffect, useState } from 'react'

const PAUSE_MS = 350

/** Debounces a value, so that typing does not send a query per key. */
export function useDebounced<T extends Record<string, string>>(value: T): T {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
