import type { Draft } from '../ai.ts'
import type { Mask } from './mask.ts'

/** What decides stands at the beginning; the rest would only cost. */
const MOST = 6000

/** All that is sent of a request: its own words, without numbers, names of people, comments or history. */
export function inform(mask: Mask, { title, description }: Draft): { title: string; description: string } {
  const clipped = description.length > MOST ? `${description.slice(0, MOST).toWellFormed()} …` : description
  return { title: mask.hide(title), description: mask.hide(clipped) }
}
