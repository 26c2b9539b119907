import { useState } from 'react'

const AT_FIRST = 50
const MORE = 100

export interface Portion {
  /** how many to draw */
  shown: number
  /** how many are left out */
  rest: number
  /** how many the next step brings */
  next: number
  showMore: () => void
}

/** How much of a long list is drawn: thousands of rows at once take the browser seconds, and nobody reads them all. */
export function usePortion(total: number): Portion {
  const [wanted, setWanted] = useState(AT_FIRST)
  const shown = Math.min(total, wanted)
  const rest = total - shown
  return { shown, rest, next: Math.min(rest, MORE), showMore: () => setWanted(wanted + MORE) }
}
