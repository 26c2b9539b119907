import { fold } from '../../../shared/fold.ts'

/** A request named by its number; the year only where it was typed. */
export interface NamedNumber {
  number: number
  year: string | null
}

/** 42, 0042, #42, RFD-42; with a year RFD-2026-42, rfd 2026 0042, 2026/42. */
const SPACED = /^#?\s*(?:rfd)?[\s_./#-]*(?:(\d{4})[\s_./-]+)?(\d{1,9})$/
/** RFD20260042 */
const JOINED = /^(?:rfd)?[\s_./#-]*((?:19|20)\d{2})(\d{4,9})$/

/** The request that a searched text names, as exactly as people write numbers; the likeliest reading first. */
export function numbersIn(search: string): NamedNumber[] {
  const text = fold(search).trim()
  return [JOINED.exec(text), SPACED.exec(text)].flatMap((found) =>
    found ? [{ number: Number(found[2]), year: found[1] ?? null }] : [],
  )
}
