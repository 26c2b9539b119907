import type { DocumentPlace } from '../../../shared/documents.ts'
import type { PageRange } from './text-source.ts'

/** Characters in which two extractions of the same page may differ. */
const IGNORED = /[\s\u00ad\u200b-\u200f\u2028-\u202e\u2066-\u2069-]/u
/** Length of beginning and end by which a passage is found when its middle differs. */
const KNOWN_BY = 24

interface NormalizedText {
  text: string
  /** for each of its code units the offset in the original */
  places: number[]
}

/** Removes what may differ; ligatures and Arabic presentation forms become the letters that they stand for. */
function normalize(text: string): NormalizedText {
  const places: number[] = []
  let tight = ''
  for (let i = 0; i < text.length; i++) {
    if (IGNORED.test(text[i]!)) continue
    for (const unit of text[i]!.normalize('NFKC')) {
      tight += unit
      places.push(i)
    }
  }
  return { text: tight, places }
}

/** The occurrence that begins nearest to an offset; -1 for none. */
function nearest(text: string, part: string, to: number): number {
  let best = -1
  for (let i = text.indexOf(part); i >= 0; i = text.indexOf(part, i + 1))
    if (best < 0 || Math.abs(i - to) < Math.abs(best - to)) best = i
  return best
}

/**
 * Maps a place in the server's extracted text to the displayed text of the same page: both come from the same file, and differ
 * in white space, line ends and hyphens. Null when the passage is not found.
 */
export function alignPlace(extracted: string, { page, start, end }: DocumentPlace, shown: string): PageRange | null {
  const passage = normalize(extracted.slice(start, end)).text
  if (passage === '') return null
  const before = normalize(extracted.slice(0, start)).text.length
  const there = normalize(shown)
  const whole = nearest(there.text, passage, before)
  const at = whole >= 0 ? whole : nearest(there.text, passage.slice(0, KNOWN_BY), before)
  if (at < 0) return null
  const ending = there.text.indexOf(passage.slice(-KNOWN_BY), at)
  const isNear = ending >= 0 && ending + KNOWN_BY - at < 2 * passage.length
  const to = whole < 0 && isNear ? ending + Math.min(KNOWN_BY, passage.length) : at + passage.length
  const last = there.places[Math.min(to, there.places.length) - 1]!
  return { page, start: there.places[at]!, end: last + 1 }
}
