import type { Head } from './heads.ts'
import { factsOf, signalsOf, type FoundSignal } from './reasons/signals.ts'
import type { Draft } from './text/features.ts'

/** The input of a head for a text; the signals are recomputed when left out. */
export function draftFor(head: Head, title: string, description: string, signals?: readonly FoundSignal[]): Draft {
  if (head !== 'priority') return { title, description }
  return { title, description, boostedFacts: factsOf(signals ?? signalsOf(title, description)) }
}
