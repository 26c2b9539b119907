import type { DocumentPlace } from '../../../shared/documents.ts'
import type { Stretch } from './text-source.ts'

/** What two readers of the same page may write differently. */
const LOOSE = /[\s\u00ad\u200b-\u200f\u2028-\u202e\u2066-\u2069-]/u
/** Enough of a passage to know it by, when its end reads differently. */
const BEGINNING = 24

interface Tight {
  text: string
  /** for each of its units the place in the original */
  places: number[]
}

function tighten(text: string): Tight {
  const places: number[] = []
  let tight = ''
  for (let i = 0; i < text.length; i++) {
    if (LOOSE.test(text[i]!)) continue
    tight += text[i]
    places.push(i)
  }
  return { text: tight, places }
}

/** The occurrence that begins nearest to a place; -1 for none. */
function nearest(text: string, part: string, to: number): number {
  let best = -1
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (best < 0 || Math.abs(at - to) < Math.abs(best - to)) best = at
  return best
}

/**
 * A place in the text that the server extracted as one in the text that is shown of the same page: both come from the same
 * file, and differ in blanks, line ends and hyphens. Null when the passage isn't there.
 */
export function alignPlace(extracted: string, { page, start, end }: DocumentPlace, shown: string): Stretch | null {
  const passage = tighten(extracted.slice(start, end)).text
  if (passage === '') return null
  const before = tighten(extracted.slice(0, start)).text.length
  const there = tighten(shown)
  const whole = nearest(there.text, passage, before)
  const at = whole >= 0 ? whole : nearest(there.text, passage.slice(0, BEGINNING), before)
  const first = there.places[at]
  const last = there.places[Math.min(at + passage.length, there.places.length) - 1]
  return first === undefined || last === undefined ? null : { page, start: first, end: last + 1 }
}
