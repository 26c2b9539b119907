import type { Head } from './heads.ts'
import { factsOf, signalsOf, type FoundSignal } from './reasons/signals.ts'
import type { Draft } from './text/features.ts'

/** What a head reads of a text; the signs are found anew when left out. */
export function draftFor(head: Head, title: string, description: string, signals?: readonly FoundSignal[]): Draft {
  if (head !== 'priority') return { title, description }
  return { title, description, loudFacts: factsOf(signals ?? signalsOf(title, description)) }
}
