import { fold } from '../../../shared/fold.ts'

/** A request number in a search text; the year only if it was typed. */
export interface NamedNumber {
  number: number
  year: string | null
}

/** 42, 0042, #42, RFD-42; with a year RFD-2026-42, rfd 2026 0042, 2026/42. */
const SPACED = /^#?\s*(?:rfd)?[\s_./#-]*(?:(\d{4})[\s_./-]+)?(\d{1,9})$/
/** RFD20260042 */
const JOINED = /^(?:rfd)?[\s_./#-]*((?:19|20)\d{2})(\d{4,9})$/

/** The request numbers that a search text may mean, the most likely first. */
export function numbersIn(search: string): NamedNumber[] {
  const text = fold(search).trim()
  return [JOINED.exec(text), SPACED.exec(text)].flatMap((found) =>
    found ? [{ number: Number(found[2]), year: found[1] ?? null }] : [],
  )
}
