import type { AssistantQuery, QueryFilter } from '../../../shared/assistant/query.ts'
import { isOpen, type Status } from '../../../shared/requests.ts'
import type { Ask } from './asks.ts'
import { withoutUndefined } from '../../../shared/assistant/without-undefined.ts'
import { wholeOf } from './shares.ts'
import type { Slots } from './slots.ts'
import { type Parts, isFlow, trendOf } from './trend-query.ts'
import { OPEN_STATUSES } from '../../../shared/request-rules.ts'

/** The query under construction, while its parts still depend on one another. */
interface Draft extends Pick<AssistantQuery, 'measure' | 'stage' | 'group' | 'limit' | 'order' | 'sort'> {
  filter: QueryFilter
}

export function queryOf({ ask, filter: said, sides, slots, today }: Parts): AssistantQuery {
  const filter = { ...said }
  for (const side of sides) for (const key of Object.keys(side) as (keyof QueryFilter)[]) delete filter[key]
  const isPaced = sides.length > 1 && isPace(slots)
  const { stage, group, limit, order, sort } = ask
  const draft: Draft = { measure: isPaced ? 'duration' : ask.measure, filter, stage, group, limit, order, sort }
  // Here "pending" is the measured waiting for the first review, not a status filter.
  if (draft.measure === 'duration' && stage === 'review' && isOnly(filter, 'pending')) delete filter.status
  if (draft.measure === 'share') return shareOf(draft, slots)
  if (ask.isWorkload || isOfNow(draft, slots)) ofWorkload(draft)
  if ((ask.isTrend && !isPaced) || isFlow(slots, filter, sides))
    return trendOf({ ask: { ...ask, measure: draft.measure }, filter, sides, slots, today })
  if (draft.measure === 'duration') ofDuration(draft, slots)
  ofList(draft, slots, sides.length > 1)
  return finished(draft, ask, sides)
}

function isPace(slots: Slots): boolean {
  return /\b(faster|slower|quicker|longer|shorter|sooner|fast|slow|quickly|speed)\b/.test(slots.words())
}

function isOnly({ status }: QueryFilter, only: Status): boolean {
  return status?.join() === only
}

function isStillOpen({ status }: QueryFilter): boolean {
  return status?.every(isOpen) === true
}

function shareOf({ measure, filter, group, order, limit }: Draft, slots: Slots): AssistantQuery {
  const of = rateOf(slots, filter) ?? wholeOf(slots, filter)
  // A share of everything in everything: the part is not named.
  if (!group && Object.keys(filter).length === 0) for (const { slot } of slots.of('measure')) slot.isUsed = false
  // "share per department": answered by the count of each group.
  if (group && JSON.stringify(of) === JSON.stringify(filter))
    return withoutUndefined({ measure: 'count' as const, filter, group, order, limit })
  return withoutUndefined({ measure, filter, of, group, order, limit })
}

/** "who has the most requests now": open requests. */
function isOfNow({ group, filter }: Draft, slots: Slots): boolean {
  return (
    group === 'assignee' &&
    slots.has('now') &&
    !Object.keys(filter).some((key) => /^(?:status|late)$|(?:From|To)$/.test(key))
  )
}

function ofWorkload(draft: Draft): void {
  const { filter } = draft
  if (!filter.assignee) draft.group ??= 'assignee'
  filter.status ??= [...OPEN_STATUSES]
  if (filter.overdue) delete filter.status
  if (draft.measure === 'list' && draft.group) draft.measure = 'count'
}

/** Adds the default status for the measured duration. */
function ofDuration(draft: Draft, slots: Slots): void {
  const { filter } = draft
  if (draft.stage === 'delay' && filter.status === undefined && filter.late === undefined) filter.overdue = true
  // Overdue requests are not completed: their duration is the delay.
  if (filter.overdue === true && draft.stage === 'lead' && /\b(days|how long)\b/.test(slots.words()))
    draft.stage = 'delay'
  if (draft.stage === 'age') filter.status ??= [...OPEN_STATUSES]
  if (draft.stage === 'lead' && (isStillOpen(filter) || isOnly(filter, 'completed'))) delete filter.status
}

/** Adds the default status for a sort order, and replaces a missing or impossible order. */
function ofList(draft: Draft, slots: Slots, isCompared: boolean): void {
  const { filter } = draft
  const isPerson = draft.group === 'assignee' || draft.group === 'requester'
  if (isPerson && filter.search !== undefined && draft.order === undefined && draft.measure === 'list')
    draft.group = undefined
  const isAnyState = filter.status === undefined && filter.overdue === undefined && filter.late === undefined
  if ((draft.sort === 'due' || draft.sort === 'urgent') && isAnyState && !draft.group)
    filter.status = [...OPEN_STATUSES]
  draft.sort = sortOf(draft, slots)
  if (draft.sort === 'overdue' && filter.status === undefined && filter.late === undefined) filter.overdue = true
  if (draft.group && draft.order === undefined && draft.limit !== undefined) draft.order = 'most'
  if ((draft.group || isCompared) && draft.measure === 'list') draft.measure = 'count'
  if (draft.measure === 'list' && draft.limit === undefined) draft.sort ??= usualSort(filter)
}

function sortOf({ sort, filter }: Draft, slots: Slots): Draft['sort'] {
  // Open requests have no lead time, so the slowest are the oldest.
  if (sort === 'slowest' && isStillOpen(filter) && !slots.tokens.some(({ word }) => word === 'slowest')) return 'oldest'
  // The latest completed request is the one completed last.
  return sort === 'newest' && isOnly(filter, 'completed') && !isCreated(slots) ? 'finished' : sort
}

function finished({ measure, filter, stage, group, order, sort, limit }: Draft, ask: Ask, sides: QueryFilter[]) {
  const isDuration = measure === 'duration'
  return withoutUndefined({
    measure,
    filter,
    stage: isDuration ? (stage ?? 'lead') : undefined,
    statistic: ask.statistic ?? (isDuration ? 'median' : undefined),
    group,
    order,
    sort: group || measure !== 'list' ? undefined : sort,
    limit,
    compare: sides.length > 1 ? sides : undefined,
  })
}

function isCreated(slots: Slots): boolean {
  return /\b(created|submitted|added)\b/.test(slots.words())
}

function usualSort(filter: QueryFilter): AssistantQuery['sort'] {
  if (filter.overdue === true || filter.dueFrom !== undefined || filter.dueTo !== undefined) return 'due'
  return undefined
}

function rateOf(slots: Slots, filter: QueryFilter): QueryFilter | undefined {
  const rate = slots.first('rate')
  if (!rate) return undefined
  slots.claim('rate')
  const { status, overdue, late } = rate.meaning
  const whole = { ...filter, ...(late !== undefined && { status: ['completed' as const] }) }
  Object.assign(filter, withoutUndefined({ status: late === undefined ? status : ['completed'], overdue, late }))
  return whole
}
