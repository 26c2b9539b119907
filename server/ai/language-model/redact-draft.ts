import type { Draft } from '../host/ai.ts'
import type { Mask } from './mask.ts'

/** The beginning of a text decides; the rest would only cost tokens. */
const MAX_CHARACTERS = 6000

/** All of a request that is sent: title and description, without numbers, names of people, comments or history. */
export function redactDraft(mask: Mask, { title, description }: Draft): { title: string; description: string } {
  // Masked before it is cut: half an address would no longer match its pattern.
  const hidden = mask.hide(description)
  return {
    title: mask.hide(title),
    description: hidden.length > MAX_CHARACTERS ? `${hidden.slice(0, MAX_CHARACTERS).toWellFormed()} …` : hidden,
  }
}
