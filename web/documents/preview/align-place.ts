import type { DocumentPlace } from '../../../shared/documents.ts'
import type { Stretch } from './text-source.ts'

/** What two readers of the same page may write differently. */
const LOOSE = /[\s\u00ad\u200b-\u200f\u2028-\u202e\u2066-\u2069-]/u
/** So much of its beginning and end is enough to know a passage by, when its middle reads differently. */
const KNOWN_BY = 24

interface Tight {
  text: string
  /** for each of its units the place in the original */
  places: number[]
}

/** Without what may differ; ligatures and the shapes of Arabic letters as the letters that they stand for. */
function tighten(text: string): Tight {
  const places: number[] = []
  let tight = ''
  for (let i = 0; i < text.length; i++) {
    if (LOOSE.test(text[i]!)) continue
    for (const unit of text[i]!.normalize('NFKC')) {
      tight += unit
      places.push(i)
    }
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
  const at = whole >= 0 ? whole : nearest(there.text, passage.slice(0, KNOWN_BY), before)
  if (at < 0) return null
  const ending = there.text.indexOf(passage.slice(-KNOWN_BY), at)
  const isNear = ending >= 0 && ending + KNOWN_BY - at < 2 * passage.length
  const to = whole < 0 && isNear ? ending + Math.min(KNOWN_BY, passage.length) : at + passage.length
  const last = there.places[Math.min(to, there.places.length) - 1]!
  return { page, start: there.places[at]!, end: last + 1 }
}
