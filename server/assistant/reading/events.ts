import type { QueryFilter } from '../../../shared/assistant/query.ts'
import type { Event } from '../../../shared/assistant/words.ts'
import { type Period, periodAt } from './dates.ts'
import { meaningOf, type Slot, type Slots } from './slots.ts'
import { nearest } from './nearest-event.ts'
import { isOpen } from '../../../shared/request-rules.ts'

export interface Context {
  slots: Slots
  negated: ReadonlySet<Slot>
  today: string
  filter: QueryFilter
  isComparison: boolean
  /** the previous question's event: the default where none is named */
  usual: Event | undefined
  /** the previous question's filter, for "the month before" */
  before?: QueryFilter | undefined
}

export function isAhead({ from }: Period, today: string): boolean {
  return from !== undefined && from > today
}

/** The event that a period refers to: the one named next to it, else by the statuses. Null where it refers to none or to now. */
export function eventOf({ slots, filter, today, usual }: Context, slot: Slot): Event | null {
  const i = slots.all.indexOf(slot)
  if (isOrigin(slots, slot)) return endedBefore(slots, slot) ?? 'created'
  const event = nearest(slots, i)
  if (
    slots.has('workload') &&
    event === undefined &&
    (slot.period!.to ?? today) >= today &&
    !isAhead(slot.period!, today)
  ) {
    slot.isUsed = true
    return null
  }
  // Past workloads are not stored.
  if (slots.has('workload') && event === undefined && (slot.period!.to ?? today) < today) return null
  if (filter.overdue === true && slots.has('future')) return null
  if (isSinceState(slots, slot)) return null
  if (event === undefined && isPastState(slots, filter, slot.period!, today)) return null
  const isPresent =
    slot.period!.from !== undefined &&
    slot.period!.from <= today &&
    (slot.period!.to ?? today) >= today &&
    !slot.period!.isRolling
  if (filter.overdue === true) {
    if (event === 'created' || event === 'started' || event === 'updated') return event
    const becomes = slots.has('overdue', ({ becomes }) => becomes === true)
    if (isPresent && !becomes && slot.period!.to !== undefined) {
      slot.isUsed = true
      return null
    }
    return 'due'
  }
  if (slots.has('idle')) {
    slots.claim('idle')
    return 'updated'
  }
  if (isOfSeveralEnds(filter) && (event === 'completed' || event === 'closed')) return null
  if (event) return event
  if (usual) return usual
  const statuses = filter.status ?? []
  if (statuses.length === 1 && statuses[0] === 'completed') return 'completed'
  if (statuses.length > 0 && statuses.every((status) => status === 'rejected' || status === 'cancelled'))
    return 'closed'
  if (
    [slots.word(slot.at), slots.word(slot.at - 1)].includes('for') &&
    isDayAhead(slot.period!, today) &&
    isList(slots)
  )
    return 'due'
  const isToday = slot.period!.from === today && slot.period!.to === today
  if (isToday && statuses.length > 0 && !slots.has('event')) {
    slot.isUsed = true
    return null
  }
  if (isAhead(slot.period!, today) && statuses.length > 0) return 'due'
  // The day of an assignment is not a filter; a request was created before it.
  if (filter.assignee && WAS_ASSIGNED.test(slots.words())) return 'created'
  // A person's present work is filtered by due date, their past work by completion.
  if (filter.assignee && !filter.assignee.includes('unassigned') && statuses.length === 0)
    return isPresent && !slots.tokens.some(({ word }) => word === 'did') ? 'due' : 'completed'
  return 'created'
}

/** "How many requests were assigned to me this year?" */
const WAS_ASSIGNED = /\b(?:was|were|been|got|get) (?:assigned|given|allocated|handed)\b/

/** "anything urgent for today": due on that day. */
function isDayAhead({ from, to }: Period, today: string): boolean {
  return from !== undefined && from === to && from >= today
}

function isList(slots: Slots): boolean {
  return [...slots.of('measure')].every(({ meaning }) => meaning.measure === 'list')
}

/** "How many were open a month ago?": past states are not stored. */
function isPastState(slots: Slots, { status, overdue }: QueryFilter, { to, from }: Period, today: string): boolean {
  const isState = overdue === true || (status?.every(isOpen) ?? false)
  const isBecoming = slots.has('overdue', ({ becomes }) => becomes === true)
  const isPast = to !== undefined && to < today && from !== undefined
  return isState && isPast && !isBecoming && slots.tokens.some(({ word }) => /^(was|were|had|did)$/.test(word))
}

/** Completed and rejected requests end by different dates, so one period cannot apply to both. */
function isOfSeveralEnds({ status = [] }: QueryFilter): boolean {
  return (
    status.includes('completed') && (status.includes('rejected') || status.includes('cancelled')) && status.length < 4
  )
}

const STATE = /^(open|pending|waiting|progress|unassigned|overdue|outstanding|on|unfinished)$/

/** "waiting since September": ambiguous between created in September and created before. */
function isSinceState(slots: Slots, { at }: Slot): boolean {
  return (
    slots.word(at) === 'since' &&
    STATE.test(slots.word(at - 1)) &&
    /^(been|is|are|was|were|being|pending|waiting|on)$/.test(
      slots.word(at - (slots.word(at - 1) === 'progress' ? 3 : 2)),
    )
  )
}

const NOUN = /^(requests|ones|those|tickets|items|everything|stuff|rfds|submissions)$/

/** "the requests from October" are those created in October, not since. */
function isOrigin(slots: Slots, { at, end, period }: Slot): boolean {
  return (
    slots.word(at) === 'from' &&
    (NOUN.test(slots.word(at - 1)) || /^(this|last|next)$/.test(slots.word(at + 1))) &&
    period?.to === undefined &&
    !slots.word(end - 1).startsWith('on')
  )
}

/** "completed ones from September" were completed then; "is everything from September completed" is about created ones. */
function endedBefore(slots: Slots, { at }: Slot): Event | undefined {
  const noun = slots.all.find(({ end }) => end === at)
  const status = slots.all.find(({ end }) => end === noun?.at)
  return status && meaningOf(status, 'status')?.event
}

export function fromOf(slots: Slots, slot: Slot): Period {
  const whole = isOrigin(slots, slot) ? periodAt(slots.tokens, slot.at + 1, slots.today) : undefined
  return whole ?? slot.period!
}
