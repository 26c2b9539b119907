import type { AssistantQuery, QueryFilter } from '../../../shared/assistant/query.ts'
import { EVENTS } from '../../../shared/assistant/words.ts'
import type { Ask } from './asks.ts'
import type { Slots } from './slots.ts'
import { withoutUndefined } from '../../../shared/assistant/without-undefined.ts'
import { areOpen, isOpen } from '../../../shared/request-rules.ts'

/** The previous question's people, department and type, without its states. */
export function scopeOf({ filter }: AssistantQuery): AssistantQuery {
  const { assignee, notAssignee, requester, notRequester, department, type } = filter
  return {
    measure: 'count',
    filter: withoutUndefined({ assignee, notAssignee, requester, notRequester, department, type }),
  }
}

/** The previous filter with the new one: a field that is named again is replaced, all others stay. */
export function mergedFilter(
  before: QueryFilter,
  now: QueryFilter,
  narrowing: ReadonlySet<keyof QueryFilter>,
): QueryFilter {
  const merged: QueryFilter = { ...before }
  const hasTimes = EVENTS.some((event) => now[`${event}From`] !== undefined || now[`${event}To`] !== undefined)
  if (hasTimes) for (const event of EVENTS) for (const end of ['From', 'To'] as const) delete merged[`${event}${end}`]
  for (const key of Object.keys(now) as (keyof QueryFilter)[]) {
    const [old, fresh] = [merged[key], now[key]]
    const filter =
      narrowing.has(key) && Array.isArray(old) && Array.isArray(fresh)
        ? old.filter((one) => (fresh as string[]).includes(one))
        : fresh
    Object.assign(merged, { [key]: Array.isArray(filter) && filter.length === 0 ? fresh : filter })
  }
  // "What is Elena working on? And what did she ask for?"
  if (isSamePeople(before.assignee, now.requester) && !now.assignee) {
    delete merged.assignee
    // A person's work is open; requests that they made need not be.
    if (now.status === undefined && before.status && areOpen(before.status)) delete merged.status
  }
  if (isSamePeople(before.requester, now.assignee) && !now.requester) delete merged.requester
  const isOfOpen = merged.status !== undefined && areOpen(merged.status)
  if (now.overdue === true && isOfOpen && now.status === undefined) delete merged.status
  if (now.status && merged.overdue === true && now.overdue === undefined && !now.status.some(isOpen))
    delete merged.overdue
  // "How many were completed in October?" "How many of those late?"
  if (now.overdue !== undefined && now.status === undefined && before.status?.join() === 'completed') {
    merged.late = now.overdue
    delete merged.overdue
  }
  if (now.status) moveEnd(merged, now)
  if (now.status && now.late === undefined && merged.late !== undefined && now.status.join() !== 'completed')
    delete merged.late
  return merged
}

/** "How many were completed in October?" "And rejected?": moves the period to the other kind of end. */
function moveEnd(merged: QueryFilter, { status = [] }: QueryFilter): void {
  const isClosed = status.every((one) => one === 'rejected' || one === 'cancelled')
  const [from, to] = isClosed ? (['completed', 'closed'] as const) : (['closed', 'completed'] as const)
  if (!isClosed && status.join() !== 'completed') return
  for (const end of ['From', 'To'] as const) {
    if (merged[`${from}${end}`] === undefined || merged[`${to}${end}`] !== undefined) continue
    merged[`${to}${end}`] = merged[`${from}${end}`]
    delete merged[`${from}${end}`]
  }
}

function isSamePeople(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  return a !== undefined && a.join() === b?.join()
}

/** The previous query with the new filter and the new measure. */
export function mergeQuery(
  before: AssistantQuery,
  filter: QueryFilter,
  ask: Ask,
  sides: QueryFilter[],
): AssistantQuery {
  const isRanked = ask.group !== undefined
  const measure =
    ask.isSaid || ask.sort ? ask.measure : isRanked && before.measure === 'list' ? 'count' : before.measure
  const isSame = !ask.isSaid && !ask.sort
  const carried: Partial<AssistantQuery> = isSame
    ? { group: before.group, order: before.order, limit: before.limit, sort: before.sort, of: before.of }
    : {}
  // Open requests have no lead time.
  const areOpen = filter.status?.every(isOpen) === true
  if (measure === 'duration' && areOpen && (ask.stage ?? before.stage ?? 'lead') === 'lead')
    filter = { ...filter, status: undefined }
  const query: AssistantQuery = {
    ...carried,
    measure: measure === 'share' && !carried.of ? 'count' : measure,
    filter,
    stage: ask.stage ?? (measure === 'duration' ? before.stage : undefined),
    statistic: ask.statistic ?? (measure === 'duration' ? before.statistic : undefined),
    ...(ask.group && { group: ask.group, sort: undefined, limit: ask.limit }),
    ...(ask.order && { order: ask.order }),
    ...(ask.sort && { sort: ask.sort, limit: ask.limit }),
    ...(sides.length > 1 ? { compare: sides } : isSame && before.compare && { compare: before.compare }),
  }
  return withoutUndefined(query)
}

/** "How many came in last week?" "And finished?": completed in that week, not the outcome of those. */
export function shiftEvent(slots: Slots, before: AssistantQuery, filter: QueryFilter): QueryFilter {
  const words = slots.tokens.map(({ word }) => word).filter((word) => /\p{L}/u.test(word))
  const isVerb = words.length === 2 && words[0] === 'and' && filter.status?.join() === 'completed'
  const { createdFrom, createdTo, ...rest } = filter
  if (!isVerb || before.measure !== 'count' || before.filter.status !== undefined || createdFrom === undefined)
    return filter
  return withoutUndefined({ ...rest, completedFrom: createdFrom, completedTo: createdTo })
}
