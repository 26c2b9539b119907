import { DevelopmentType } from '../../../shared/ai.ts'
import type { QueryFilter } from '../../../shared/assistant/query.ts'
import { PRIORITY_KEYS, STATUS_KEYS } from '../../../shared/requests.ts'
import { type Kind, meaningOf, type Slot, type Slots } from './slots.ts'
import { areOpen, OPEN_STATUSES } from '../../../shared/request-rules.ts'

type Values = Pick<QueryFilter, 'status' | 'priority' | 'department' | 'type' | 'overdue' | 'late'>

const fieldsOf = ({ departments }: Slots) =>
  [
    ['status', STATUS_KEYS],
    ['priority', PRIORITY_KEYS],
    ['department', departments],
    ['type', DevelopmentType.options],
  ] as const

/** The values named by slots, without the negated ones. Marks the slots as used. */
export function valuesIn(slots: Slots, negated: ReadonlySet<Slot>, among: readonly Slot[] = slots.all): Values {
  const values: Values = {}
  for (const [field, all] of fieldsOf(slots)) {
    const chosen = chosenIn<string>(slots, field, all, negated, among)
    if (chosen) Object.assign(values, { [field]: chosen })
  }
  // "has not been finished": means open, excluding rejected and cancelled ones.
  const isUnfinished =
    values.status?.length === 4 &&
    !values.status.includes('completed') &&
    slots.tokens.some(({ word }) => /^(has|have|yet|still)$/.test(word))
  if (isUnfinished) values.status = [...OPEN_STATUSES]
  const isUnstarted = [...slots.of('event')].some(
    ({ slot, meaning }) => meaning.event === 'started' && negated.has(slot),
  )
  if (isUnstarted && values.status === undefined) {
    values.status = ['pending']
    for (const { slot, meaning } of slots.of('event')) if (meaning.event === 'started') slot.isUsed = true
  }
  return { ...values, ...dueIn(slots, values, negated, among) }
}

/** The chosen values in the field's order: the union of the named ones, or all, minus the negated ones. */
function chosenIn<T extends string>(
  slots: Slots,
  field: Kind,
  all: readonly T[],
  negated: ReadonlySet<Slot>,
  among: readonly Slot[],
): T[] | null {
  const groups: T[][] = []
  /** values that count although another one is narrower: "the sum of open and pending" */
  const added = new Set<readonly T[]>()
  const unwanted = new Set<T>()
  let isNamed = false
  let last: Slot | undefined
  for (const { slot, meaning } of slots.of(field)) {
    if (!among.includes(slot)) continue
    // "not touched for 30 days" is a period, not a status.
    if (field === 'status' && meaningOf(slot, 'idle') && slots.all.some(({ period, quantity }) => period ?? quantity))
      continue
    if (field === 'status' && isHowLong(slots, slot)) {
      slot.isUsed = true
      continue
    }
    // A meaning stores its values under the name of its kind.
    const values = (meaning as unknown as Record<string, T[]>)[field]!
    const isApart = last && !negated.has(slot) && !isJoined(slots, last, slot)
    if (isApart && groups.length > 0 && groups.every((one) => !one.some((value) => values.includes(value)))) continue
    slot.isUsed = true
    isNamed = true
    if (last && groups.length > 0 && isAdded(slots, last, slot)) added.add(groups.at(-1)!).add(values)
    last = slot
    if (negated.has(slot)) for (const value of values) unwanted.add(value)
    else groups.push(values)
  }
  if (!isNamed) return null
  const from =
    groups.length > 0 ? groups.filter((values) => added.has(values) || !isWiderThanAnother(values, groups)).flat() : all
  const chosen = all.filter((value) => from.includes(value) && !unwanted.has(value))
  return chosen.length > 0 && chosen.length < all.length ? chosen : null
}

/** "How long have open requests been waiting?": "waiting" is the measure; the status is "open". */
function isHowLong(slots: Slots, slot: Slot): boolean {
  return (
    /^wait(s|ing)?$/.test(slots.word(slot.at)) &&
    slots.has('measure', ({ measure }) => measure === 'duration') &&
    [...slots.of('status')].some(({ slot: other }) => other.at < slot.at)
  )
}

/** Whether two values are joined by a word; "pending requests that were completed" are not. */
function isJoined(slots: Slots, { end }: Slot, { at }: Slot): boolean {
  const between = slots.tokens.slice(end, at).map(({ word }) => word)
  // "what Operations sends to IT": a verb between them does not join them.
  const isDone = slots.all.some((slot) => slot.at >= end && slot.end <= at && meaningOf(slot, 'event'))
  return between.length === 0 || (!isDone && between.some((word) => JOINING.test(word)))
}

/** "open plus pending", "how many open and pending": each counts; "open and waiting" is just redundant. */
function isAdded(slots: Slots, { end }: Slot, { at }: Slot): boolean {
  const between = slots.tokens.slice(end, at).map(({ word }) => word)
  const isCounted = slots.has('measure', ({ measure }) => measure === 'count')
  return (
    between.some((word) => (isCounted ? /^(and|&|or|plus|\+)$/ : /^(or|plus|\+)$/).test(word)) &&
    between.every((word) => /^(and|&|or|plus|\+|the|of|all|total|number)$/.test(word))
  )
}

const JOINING =
  /^(and|or|,|\/|&|\+|plus|nor|neither|either|vs|versus|than|with|to|from|between|;|against|also|including|how)$/

/** "open but not started": the narrower value counts. */
function isWiderThanAnother<T>(values: readonly T[], all: readonly (readonly T[])[]): boolean {
  return all.some((other) => other.length < values.length && other.every((value) => values.includes(value)))
}

/** Late and punctual: open requests are compared with today, completed ones with their day of completion. */
function dueIn(slots: Slots, { status }: Values, negated: ReadonlySet<Slot>, among: readonly Slot[]): Values {
  const overdue = [...slots.of('overdue')].find(({ slot }) => among.includes(slot))
  const onTime = [...slots.of('on-time')].find(({ slot }) => among.includes(slot))
  const match = overdue ?? onTime
  if (!match) return {}
  const isUndone = overdue !== undefined && status === undefined && isNotDoneInTime(slots, overdue.slot)
  // "Due last month, but not completed on time": open or completed late, which no query holds.
  if (isUndone && slots.has('event', ({ event }) => event === 'due')) return {}
  match.slot.isUsed = true
  for (const { slot } of slots.of('overdue')) if (among.includes(slot)) slot.isUsed = true
  const isLate = (overdue !== undefined) !== negated.has(match.slot)
  const isOfCompleted = status?.length === 1 && status[0] === 'completed'
  if (onTime && !overdue && status === undefined) return { late: isLate, status: ['completed'] }
  if (isOfCompleted) return { late: isLate }
  if (isUndone) return { late: isLate, status: ['completed'] }
  // Overdue implies open, so the status is redundant.
  return { overdue: isLate, ...(isLate && status && areOpen(status) && { status: undefined }) }
}

/** "How many were not completed on time last quarter?": those completed late then, not those that are still open. */
function isNotDoneInTime(slots: Slots, { at, end }: Slot): boolean {
  const isPast = slots.tokens.slice(0, end).some(({ word }) => /^(was|were|did)$/.test(word))
  const hasBegun = slots.all.some(({ period }) => period?.from !== undefined && period.from <= slots.today)
  const isNegated = slots.tokens.slice(at, end).some(({ word }) => word === 'not')
  return isPast && hasBegun && isNegated && slots.word(end - 1) === 'time'
}
