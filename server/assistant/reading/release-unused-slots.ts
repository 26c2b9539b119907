import type { AssistantQuery } from '../../../shared/assistant/query.ts'
import { meaningOf, type Slot, type Slots } from './slots.ts'
import { Traces } from './query-traces.ts'

/**
 * Unmarks used slots that left no trace in the query, so that they are named as left out: the second of two orders or
 * groups, a status that another one replaced, a period without an event.
 */
export function releaseUnusedSlots(slots: Slots, query: AssistantQuery, negated: ReadonlySet<Slot>): void {
  const traces = new Traces(query)
  for (const slot of slots.all)
    if (slot.isUsed && !(traces.of(slot, negated.has(slot)) && !isEndedLast(slots, slot, query))) slot.isUsed = false
}

/** "the most recent rejection": no list can be sorted by the time of rejection. */
function isEndedLast(slots: Slots, slot: Slot, { sort, filter: { status } }: AssistantQuery): boolean {
  return (
    sort === 'newest' &&
    (meaningOf(slot, 'sort') ?? meaningOf(slot, 'last')) !== undefined &&
    !/^(newest|by)$/.test(slots.word(slot.at)) &&
    status !== undefined &&
    status.every((one) => one === 'rejected' || one === 'cancelled')
  )
}
