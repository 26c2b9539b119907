import type { AssistantQuery, QueryFilter } from '../../../shared/assistant/query.ts'
import { EVENTS } from '../../../shared/assistant/words.ts'
import type { Ask } from './asks.ts'
import { type Kind, meaningOf, type Slots } from './slots.ts'

const FIRST_WORDS = /^(and|only|just|also|but|or|now|instead|same|then|so|again)$/
/** A question of at most this many words, with neither measure nor subject, is a follow-up. */
const FEW_WORDS = 7

/** Whether a question is a follow-up to the previous one. */
export function isFollowUp(slots: Slots, ask: Ask): boolean {
  if (
    slots.has('those') ||
    isSorting(slots) ||
    (/\b(?:is|was|are|were|does|did) (?:that|it|they|this)\b/.test(slots.words()) && !hasOwnSubject(slots)) ||
    /^(i mean|i meant|no i mean|that is)\b/.test(slots.words())
  )
    return true
  if (slots.has('summary')) return false
  const [first, second] = [slots.word(0), slots.word(1)]
  const isAbout = /^(what|how)$/.test(first) && second === 'about'
  const hasNoun = hasOwnSubject(slots)
  if (isAbout || (FIRST_WORDS.test(first) && !(hasNoun && ask.isSaid))) return true
  if (isOfItsOwn(slots, ask)) return false
  if (isElliptical(slots, ask, hasNoun)) return true
  const isShort = slots.tokens.filter(({ word }) => /[\p{L}\d]/u.test(word)).length <= FEW_WORDS
  return isShort && !hasNoun && !ask.isSaid && !ask.isTrend && !ask.isWorkload && !slots.has('compare')
}

const ASKING = /^(?:which|what|who|whose|how)$/

/** "Which priority takes longest?", "What is the average lead time?": names its own group or figure, unlike "which is the oldest?". */
function isOfItsOwn(slots: Slots, ask: Ask): boolean {
  if (!ASKING.test(slots.word(0)) || slots.has('preceding') || hasOnes(slots)) return false
  return ask.measure === 'duration' && (ask.group !== undefined || slots.has('statistic'))
}

/** A whole question that continues without a word of it, so that the answer has to say so. */
export function continuesUnsaid(slots: Slots): boolean {
  return ASKING.test(slots.word(0)) && slots.word(1) !== 'about' && !slots.has('those') && !hasOnes(slots)
}

function hasOnes(slots: Slots): boolean {
  return slots.tokens.some(({ word }) => /^(?:ones?|them|they|those|these|it|that|this)$/.test(word))
}

/** "sort them by due date" */
function isSorting(slots: Slots): boolean {
  return [...slots.of('by')].some(({ slot }) =>
    slots.tokens.slice(slot.at, slot.end).some(({ word }) => /^(them|these|those)$/.test(word)),
  )
}

const VALUES: Kind[] = ['status', 'priority', 'department', 'type', 'overdue', 'on-time', 'unassigned', 'me', 'event']

/** "Which is the oldest?", "average age": an order or a figure without a subject. */
function isElliptical(slots: Slots, ask: Ask, hasNoun: boolean): boolean {
  const isOfSomething = namesValue(slots)
  const isShort = slots.tokens.filter(({ word }) => /[\p{L}\d]/u.test(word)).length <= FEW_WORDS
  return isShort && !hasNoun && !isOfSomething && !ask.isWorkload && (ask.sort ?? ask.stage ?? ask.limit) !== undefined
}

function namesValue(slots: Slots): boolean {
  return slots.all.some(
    (slot) => slot.people !== undefined || slot.period !== undefined || VALUES.some((kind) => meaningOf(slot, kind)),
  )
}

/** The second part of a question: "… and how many got rejected?" */
export function isSecondPart(slots: Slots, ask: Ask): boolean {
  const asks = ask.measure === 'duration' || ask.measure === 'share' || (ask.group ?? ask.sort) !== undefined
  return !hasOwnSubject(slots) && !ask.isWorkload && (asks || namesValue(slots))
}

/** "requests", not "ones" */
export function hasOwnSubject(slots: Slots): boolean {
  return [...slots.of('noun')].some(({ slot }) => !/^(one|ones|thing|things)$/.test(slots.word(slot.at)))
}

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
    const kept =
      narrowing.has(key) && Array.isArray(old) && Array.isArray(fresh)
        ? old.filter((one) => (fresh as string[]).includes(one))
        : fresh
    Object.assign(merged, { [key]: Array.isArray(kept) && kept.length === 0 ? fresh : kept })
  }
  // "What is Elena working on? And what did she ask for?"
  if (isSamePeople(before.assignee, now.requester) && !now.assignee) {
    delete merged.assignee
    // A person's work is open; requests that they made need not be.
    if (now.status === undefined && before.status?.join() === 'pending,in_progress') delete merged.status
  }
  if (isSamePeople(before.requester, now.assignee) && !now.requester) delete merged.requester
  const isOpen = merged.status?.join() === 'pending,in_progress'
  if (now.overdue === true && isOpen && now.status === undefined) delete merged.status
  if (
    now.status &&
    merged.overdue === true &&
    now.overdue === undefined &&
    !now.status.some((one) => one === 'pending' || one === 'in_progress')
  )
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

function isSamePeople(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  return one !== undefined && one.join() === other?.join()
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
  const kept: Partial<AssistantQuery> = isSame
    ? { group: before.group, order: before.order, limit: before.limit, sort: before.sort, of: before.of }
    : {}
  // Open requests have no lead time.
  const isOpen = filter.status?.every((one) => one === 'pending' || one === 'in_progress') === true
  if (measure === 'duration' && isOpen && (ask.stage ?? before.stage ?? 'lead') === 'lead')
    filter = { ...filter, status: undefined }
  const query: AssistantQuery = {
    ...kept,
    measure: measure === 'share' && !kept.of ? 'count' : measure,
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

export function withoutUndefined<T extends object>(given: T): T {
  const kept = { ...given }
  for (const key of Object.keys(kept) as (keyof T)[]) if (kept[key] === undefined) delete kept[key]
  return kept
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
