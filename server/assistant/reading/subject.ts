import type { QueryFilter } from '../../../shared/assistant/query.ts'
import type { Ask } from './asks.ts'
import { Slots } from './slots.ts'
import { OPEN_STATUSES } from '../../../shared/request-rules.ts'

/** Whether the question is about requests; a period or a department alone is not enough: "what is the weather today". */
export function hasSubject(slots: Slots, filter: QueryFilter, ask: Ask): boolean {
  const { status, priority, overdue, late, assignee, requester, type, search, notAssignee, dueFrom, dueTo } = filter
  const isNamed = [
    status,
    priority,
    overdue,
    late,
    assignee,
    requester,
    type,
    search,
    notAssignee,
    dueFrom,
    dueTo,
  ].some((value) => value !== undefined)
  return (
    isNamed ||
    slots.has('noun') ||
    slots.has('event') ||
    ask.measure !== 'list' ||
    ask.group !== undefined ||
    ask.sort !== undefined ||
    ask.isTrend === true ||
    ask.isWorkload === true ||
    slots.has('compare') ||
    slots.has('order') ||
    slots.has('all')
  )
}

export const OPEN = OPEN_STATUSES

/** "the oldest request" means an open one, unless the question covers all requests ever or a period. */
export function asksForOldest(slots: Slots, { sort, limit, group }: Ask, filter: QueryFilter): boolean {
  const words = slots.words()
  const isOfState = Object.keys(filter).some((key) => /^(status|overdue|late)$|(From|To|Taken|Overdue)$/.test(key))
  const isOfAll =
    /\b(ever|all|any|first|earliest|history|whole|overall|total|so far|register|database|asked|created|submitted)\b/
  return sort === 'oldest' && limit === 1 && !group && !isOfState && /\bold\w*\b/.test(words) && !isOfAll.test(words)
}

/** Requests due from now on are meant to be open. */
export function isDueSoon({ status, overdue, dueFrom, dueTo }: QueryFilter, today: string): boolean {
  if (status !== undefined || overdue !== undefined || (dueFrom ?? dueTo) === undefined) return false
  return dueTo === undefined || dueTo >= today
}

/** "What is Huda working on?" means open requests, unless a period is named. */
export function isAtWork(slots: Slots, { assignee, status, overdue, late, ...rest }: QueryFilter): boolean {
  const words = slots.words()
  return (
    assignee !== undefined &&
    !assignee.includes('unassigned') &&
    (status ?? overdue ?? late) === undefined &&
    !Object.keys(rest).some((key) => /(From|To|Taken)$/.test(key)) &&
    /\b(is|are|am) (\w+ ){0,3}(working on|busy with|handling|dealing with|looking after|sitting on|juggling|carrying|tackling)\b|\b(works|work|sits) on\b(?! average)|\bwaiting for me\b|\bneeds? (?:me|my)\b|\bqueue\b|\bon (?:\S+ ){1,3}(?:plate|desk|table|hands)\b/.test(
      words,
    ) &&
    !/\b(did|was|were|has|have|had)\b/.test(words)
  )
}

/** "what nobody has touched for a month": closed requests are not meant. */
export function isInactive(slots: Slots, { status, overdue, late, updatedTo }: QueryFilter): boolean {
  return slots.has('idle') && updatedTo !== undefined && (status ?? overdue ?? late) === undefined
}

/** "what nobody has picked up": unassigned requests that are still open. */
export function isUnclaimed(slots: Slots, { status, overdue, late, ...rest }: QueryFilter): boolean {
  const phrase = slots.first('unassigned')?.slot
  return (
    phrase !== undefined &&
    /^(nobody|no|have|has)$/.test(slots.word(phrase.at)) &&
    (status ?? overdue ?? late) === undefined &&
    !Object.keys(rest).some((key) => /^(completed|closed)/.test(key))
  )
}

/** "who", "who made this": neither a filter nor an order. */
export function isOnlyWho(slots: Slots, filter: QueryFilter, { group, order, isSaid, isWorkload }: Ask): boolean {
  const isPerson = group === 'assignee' || group === 'requester'
  const isBare = !slots.has('noun') && Object.keys(filter).length === 0
  return isPerson && isBare && order === undefined && !isSaid && isWorkload !== true
}

/** Number of filter fields; both ends of a period count as one. */
export function strengthOf(filter: QueryFilter): number {
  return new Set(Object.keys(filter).map((key) => key.replace(/(From|To)$/, ''))).size
}

/** "How many requests are there?", "list all requests". */
export function isAboutAll(slots: Slots, ask: Ask): boolean {
  return ask.isSaid && slots.has('noun') && (ask.measure === 'count' || slots.has('all'))
}
