import { MAX_COMPARED, type QueryFilter } from '../../../shared/assistant/query.ts'
import { meaningOf, type Kind, type Slot, type Slots } from './slots.ts'
import { valuesIn } from './values.ts'

const COMPARED: Kind[] = ['department', 'priority', 'type', 'status', 'overdue', 'on-time']

/** Whether the question is a comparison. */
export function isComparison(slots: Slots): boolean {
  if (isSetAgainst(slots) || slots.has('compare') || /\b(versus|vs|against|opposed)\b/.test(slots.words())) return true
  // "slower" compares, "slowest" doesn't.
  const hasMore = slots.all.some((slot) => {
    const isComparative = meaningOf(slot, 'order') !== undefined && slots.word(slot.end - 1).endsWith('er')
    return (
      !slot.quantity &&
      (isComparative || meaningOf(slot, 'more') !== undefined || meaningOf(slot, 'less') !== undefined)
    )
  })
  const words = slots.tokens.map(({ word }) => word)
  return hasMore && (words.includes('than') || words.includes('or'))
}

/** "compared with", "versus"; "than" alone belongs to a "more" before it. */
function isSetAgainst(slots: Slots): boolean {
  return [...slots.of('versus')].some(({ slot }) => slots.word(slot.at) !== 'than')
}

/** The sides of a comparison: two or more values of the same field, or people. */
export function sidesIn(slots: Slots, negated: ReadonlySet<Slot>): QueryFilter[] {
  for (const kind of COMPARED) {
    const named = slots.all.filter((slot) => !slot.isUsed && !negated.has(slot) && slot.meanings[0]?.kind === kind)
    if (named.length < 2 || named.length > MAX_COMPARED) continue
    const sides = named.map((slot) => valuesIn(slots, negated, [slot]))
    const isDistinct = new Set(sides.map((side) => JSON.stringify(side))).size === sides.length
    if (!isDistinct) continue
    claimWords(slots)
    return sides
  }
  return []
}

export function claimWords(slots: Slots): void {
  slots.claim('compare', 'versus', 'more', 'less', 'order')
}
