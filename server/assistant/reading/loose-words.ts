import type { Slots } from './slots.ts'

/** A vague word and its precise reading. */
export interface LooseWord {
  word: string
  as: string
}

/** "urgent" is a priority, and "closed", which also covers rejected and cancelled requests elsewhere, is completed. */
export function looseIn(slots: Slots): LooseWord[] {
  const urgent = [...slots.of('priority')]
    .filter(({ slot, meaning }) => meaning.isLoose && slot.isUsed)
    .map(({ slot }) => ({ word: slots.word(slot.at), as: 'high or critical priority' }))
  const closed = [...slots.of('status')]
    .filter(({ slot, meaning }) => slot.isUsed && meaning.status.join() === 'completed')
    .flatMap(({ slot }) => slots.tokens.slice(slot.at, slot.end).find(({ word }) => CLOSED.test(word)) ?? [])
    .map(({ word }) => ({ word, as: 'completed' }))
  return [...urgent, ...closed.slice(0, 1)]
}

const CLOSED = /^clos(?:e|es|ed|ing)$/
