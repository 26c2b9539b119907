import { useState } from 'react'

/** The last value there was: what was read stays readable when the next answer fails. */
export function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
