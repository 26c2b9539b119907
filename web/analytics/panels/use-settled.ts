import { useEffect, useState } from 'react'

/** What is typed is asked for after this pause. */
const PAUSE_MS = 350

/** A value once it has stayed the same for a moment. */
export function useSettled<T extends Record<string, string>>(value: T): T {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
