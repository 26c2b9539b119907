import type { QueryFilter } from '../../../shared/assistant/query.ts'
import { meaningOf, type Slot, type Slots } from './slots.ts'
import { valuesIn } from './values.ts'
import { areOpen, OPEN_STATUSES } from '../../../shared/request-rules.ts'

const STATES = [
  'status',
  'overdue',
  'late',
  'moreDaysOverdue',
  'fewerDaysOverdue',
  'moreDaysTaken',
  'fewerDaysTaken',
] as const

/**
 * The whole of a share: in "what share of Compliance's requests is overdue" the requests of Compliance, in "how much of what
 * is overdue is critical" the overdue ones.
 */
export function wholeOf(slots: Slots, filter: QueryFilter): QueryFilter {
  const share = [...slots.of('measure')].find(({ meaning }) => meaning.measure === 'share')
  const noun = slots.first('noun')
  const beforeNoun =
    share && noun
      ? slots.all.filter((slot) => slot.at >= share.slot.end && slot.end <= noun.slot.at && slot.isUsed)
      : []
  const after = noun ? slots.all.filter((slot) => slot.at >= noun.slot.end && slot.isUsed) : []
  const among = slots.tokens.findIndex(({ word }) => /^(among|amongst)$/.test(word))
  if (among > 0)
    return valuesIn(
      slots,
      new Set(),
      slots.all.filter(({ at }) => at > among),
    )
  const verb = slots.tokens.findIndex(({ word }) => /^(is|are|was|were)$/.test(word))
  // "what share of overdue is in IT"
  if (
    share &&
    !noun &&
    verb > share.slot.end &&
    slots.all.some((slot) => slot.at >= share.slot.end && slot.end <= verb && isPart(slot))
  )
    return valuesIn(
      slots,
      new Set(),
      slots.all.filter((slot) => slot.at >= share.slot.end && slot.end <= verb),
    )
  const within = withinOf(slots, share?.slot.end ?? 0)
  if (share && within > 0)
    return valuesIn(
      slots,
      new Set(),
      slots.all.filter(({ at }) => at >= within),
    )
  const whole = { ...filter }
  const kindsAfter = new Set(after.flatMap(({ meanings }) => meanings.map(({ kind }) => kind)))
  const isStateAfter = kindsAfter.has('status') || kindsAfter.has('overdue') || kindsAfter.has('on-time')
  const isStateBefore = beforeNoun.some(({ meanings }) =>
    meanings.some(({ kind }) => kind === 'status' || kind === 'overdue'),
  )
  const before = share && slots.all.filter((slot) => slot.end <= share.slot.at && slot.isUsed && isPart(slot))
  // "the critical share of open requests"
  if (share && before && before.length > 0 && slots.word(share.slot.end - 1) === 'of')
    return valuesIn(
      slots,
      new Set(),
      slots.all.filter(({ at }) => at >= share.slot.end),
    )
  if (!isStateAfter && kindsAfter.has('unassigned')) delete whole.assignee
  else if (!isStateAfter && after.some(({ quantity }) => quantity)) for (const key of LIMITS) delete whole[key]
  else if (isStateAfter || (isStateBefore && !hasPlace(kindsAfter))) for (const key of STATES) delete whole[key]
  else if (kindsAfter.has('priority')) delete whole.priority
  else if (kindsAfter.has('department')) delete whole.department
  else for (const key of STATES) delete whole[key]
  if (JSON.stringify(whole) === JSON.stringify(filter)) {
    delete whole.priority
    if (JSON.stringify(whole) === JSON.stringify(filter)) delete whole.department
    if (JSON.stringify(whole) === JSON.stringify(filter)) delete whole.assignee
  }
  // "open requests that are overdue": the whole is restricted to open ones again.
  if (isStateAfter) Object.assign(whole, valuesIn(slots, new Set(), beforeNoun))
  // Punctuality is a share of completed requests.
  if (filter.late !== undefined || filter.moreDaysTaken !== undefined || filter.fewerDaysTaken !== undefined)
    whole.status = ['completed']
  // "how much of our backlog is late"
  const isOfOpen = [...slots.of('status')].some(({ slot, meaning }) => slot.isUsed && areOpen(meaning.status))
  if (filter.overdue === true && isOfOpen && whole.status === undefined) whole.status = [...OPEN_STATUSES]
  moveTimes(whole, filter)
  return whole
}

const LIMITS = ['createdFrom', 'createdTo', 'updatedTo', ...STATES.slice(3)] as const

/** "the share of critical ones in the backlog": the index where the whole begins, 0 where none is named. */
function withinOf(slots: Slots, from: number): number {
  const preposition = slots.tokens.findIndex(
    ({ word }, i) => i >= from && /^(in|within)$/.test(word) && !slots.all.some((slot) => slot.at <= i && i < slot.end),
  )
  if (preposition < 0) return 0
  let at = preposition + 1
  while (/^(the|our|all|this|current)$/.test(slots.word(at))) at++
  const next = slots.all.find((slot) => slot.at === at)
  return next && (meaningOf(next, 'status') ?? meaningOf(next, 'overdue')) ? at : 0
}

function isPart({ meanings }: Slot): boolean {
  return meanings.some(({ kind }) =>
    ['status', 'priority', 'overdue', 'department', 'type', 'unassigned'].includes(kind),
  )
}

/** "critical ones in IT": a place after the noun makes the state before the noun part of the whole. */
function hasPlace(kinds: ReadonlySet<string>): boolean {
  return kinds.has('priority') || kinds.has('department')
}

/** "What share was completed this month?": of the requests created in that period, those that were also completed in it. */
function moveTimes(whole: QueryFilter, filter: QueryFilter): void {
  if (whole.status !== undefined || filter.late !== undefined) return
  for (const event of ['completed', 'closed'] as const) {
    const { [`${event}From` as const]: from, [`${event}To` as const]: to } = filter
    for (const end of ['From', 'To'] as const) delete whole[`${event}${end}`]
    for (const one of [whole, filter]) {
      if (from !== undefined) one.createdFrom = from
      if (to !== undefined) one.createdTo = to
    }
  }
}
