import type { Draft } from '../engine/ai.ts'
import type { Mask } from './mask.ts'

/** What decides stands at the beginning; the rest would only cost. */
const MOST = 6000

/** All that is sent of a request: its own words, without numbers, names of people, comments or history. */
export function inform(mask: Mask, { title, description }: Draft): { title: string; description: string } {
  // Hidden before it is cut: half an address would not look like one.
  const hidden = mask.hide(description)
  return {
    title: mask.hide(title),
    description: hidden.length > MOST ? `${hidden.slice(0, MOST).toWellFormed()} …` : hidden,
  }
}
