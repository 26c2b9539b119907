import { addDays, daysBetween } from '../../../shared/dates.ts'
import type { QueryFilter } from '../../../shared/assistant/query.ts'
import { type Event, EVENTS, spanOf } from '../../../shared/assistant/words.ts'
import { type Period, periodAt, stepBack, towards, unitAround, unitOf } from './dates.ts'
import { numberIn } from './tokens.ts'
import { meaningOf, type Kind, type Slot, type Slots } from './slots.ts'

export interface TimesRead {
  filter: QueryFilter
  /** periods that the same event has, to be set side by side */
  sides: QueryFilter[]
  /** a time to come of something that cannot be known */
  isAhead: boolean
}

interface Context {
  slots: Slots
  negated: ReadonlySet<Slot>
  today: string
  filter: QueryFilter
  isComparison: boolean
  /** of the question before, where none is said now */
  usual: Event | undefined
  /** the filter of the question before, for "the month before" */
  before?: QueryFilter | undefined
}

/** The days that a question names, each for what happens on them, and its limits in days. */
export function timesIn(context: Context): TimesRead {
  const { slots, filter } = context
  const read: TimesRead = { filter: {}, sides: [], isAhead: false }
  Object.assign(read.filter, limitsIn(context))
  for (const slot of slots.all) {
    const limit = slot.period && agoIn(context, slot)
    if (!limit) continue
    slot.isUsed = true
    Object.assign(read.filter, limit)
  }
  const periods = slots.all.filter((slot) => slot.period && !slot.isUsed)
  const byEvent = new Map<Event, Period[]>()
  for (const slot of periods) {
    const event = eventOf(context, slot)
    if (event === null) continue
    slot.isUsed = true
    const named = towards(fromOf(slots, slot), context.today, event === 'due')
    // Without a time that has a before and an after is no one time.
    if (
      isTakenOut(context, slot) &&
      named.from !== undefined &&
      named.to !== undefined &&
      named.to >= context.today &&
      named.from > context.today
    ) {
      slot.isUsed = false
      continue
    }
    const period = isTakenOut(context, slot) ? beforeOf(named) : named
    if ((event !== 'due' || context.filter.overdue === true) && isAhead(period, context.today)) {
      read.isAhead = true
      continue
    }
    byEvent.set(event, [...(byEvent.get(event) ?? []), period])
  }
  addPreceding(context, byEvent)
  for (const [event, spans] of byEvent) place(read, event, spans, context.isComparison)
  claimEvents(slots, new Set(byEvent.keys()), filter)
  return read
}

/** "created more than two months ago" */
function agoIn({ slots, today }: Context, slot: Slot): QueryFilter | undefined {
  const side = slots.all[slots.all.indexOf(slot) - 1]
  if (slots.word(slot.end - 1) !== 'ago' || side?.end !== slot.at) return undefined
  const isMore = meaningOf(side, 'more') !== undefined
  const unit = unitOf(slots.word(slot.end - 2))
  const count = numberIn(slots.word(slot.at)) ?? (/^an?$/.test(slots.word(slot.at)) ? 1 : undefined)
  if (unit === undefined || count === undefined || (!isMore && !meaningOf(side, 'less'))) return undefined
  const event = nearest(slots, slots.all.indexOf(slot)) ?? 'created'
  const day = stepBack(today, count, unit)
  side.isUsed = true
  return rangeOf(event, isMore ? { to: addDays(day, -1) } : { from: addDays(day, 1) })
}

/** "the month before": the time as long as the one that was named, right before it. */
function addPreceding({ slots, before = {}, isComparison }: Context, byEvent: Map<Event, Period[]>): void {
  const preceding = slots.first('preceding')
  if (!preceding) return
  const event =
    [...byEvent.keys()][0] ??
    EVENTS.find((one) => spanOf(before, one).from !== undefined && spanOf(before, one).to !== undefined)
  if (event === undefined) return
  const named = byEvent.get(event)?.[0] ?? { ...spanOf(before, event), at: 0, end: 0 }
  if (named.from === undefined || named.to === undefined) return
  preceding.slot.isUsed = true
  const own = { ...lengthBefore(named.from, named.to), at: preceding.slot.at, end: preceding.slot.end }
  byEvent.set(event, byEvent.has(event) || isComparison ? [named, own] : [own])
}

function lengthBefore(from: string, to: string): { from: string; to: string } {
  const unit = (['week', 'month', 'quarter', 'year'] as const).find(
    (one) => unitAround(from, one).from === from && unitAround(from, one).to === to,
  )
  if (unit) return unitAround(stepBack(from, 1, unit), unit)
  return { from: addDays(from, -1 - daysBetween(from, to)), to: addDays(from, -1) }
}

/** "not updated since …", "no activity in …", "not in October": what lies before it. */
function isTakenOut({ slots, negated }: Context, slot: Slot): boolean {
  return slots.has('idle') || negated.has(slot)
}

function beforeOf({ from, to, ...rest }: Period): Period {
  return from === undefined ? { ...rest, from: addDays(to!, 1) } : { ...rest, to: addDays(from, -1) }
}

function isAhead({ from }: Period, today: string): boolean {
  return from !== undefined && from > today
}

function place(read: TimesRead, event: Event, periods: Period[], isComparison: boolean): void {
  const [first] = periods
  const joined = !isComparison && periods.length > 1 ? joinedOf(periods) : undefined
  if (periods.length === 1 || joined) Object.assign(read.filter, rangeOf(event, joined ?? first!))
  else read.sides = periods.map((period) => rangeOf(event, period))
}

/** "October and November": days that follow one another are one time. */
function joinedOf(periods: Period[]): Period | undefined {
  const sorted = periods.toSorted((one, other) => ((one.from ?? '') < (other.from ?? '') ? -1 : 1))
  const isTouching = sorted.every(
    ({ from }, i) => i === 0 || (sorted[i - 1]!.to !== undefined && from === addDays(sorted[i - 1]!.to!, 1)),
  )
  const [first, last] = [sorted[0]!, sorted.at(-1)!]
  if (isTouching) return { ...first, to: last.to }
  // "after March and before June"
  const open = periods.find(({ to }) => to === undefined)
  const closed = periods.find(({ from }) => from === undefined)
  return periods.length === 2 && open && closed ? { ...open, to: closed.to } : undefined
}

function rangeOf(event: Event, { from, to }: Pick<Period, 'from' | 'to'>): QueryFilter {
  return { ...(from !== undefined && { [`${event}From`]: from }), ...(to !== undefined && { [`${event}To`]: to }) }
}

/** What happens in a time: what is said next to it, else what the statuses suggest. Null: it says "now". */
function eventOf({ slots, filter, today, usual }: Context, slot: Slot): Event | null {
  const i = slots.all.indexOf(slot)
  if (isOrigin(slots, slot)) return endedBefore(slots, slot) ?? 'created'
  const said = nearest(slots, i)
  if (
    slots.has('workload') &&
    said === undefined &&
    (slot.period!.to ?? today) >= today &&
    !isAhead(slot.period!, today)
  ) {
    slot.isUsed = true
    return null
  }
  if (filter.overdue === true && slots.has('future')) return null
  if (isSinceState(slots, slot)) return null
  if (said === undefined && isPastState(slots, filter, slot.period!, today)) return null
  const isPresent =
    slot.period!.from !== undefined &&
    slot.period!.from <= today &&
    (slot.period!.to ?? today) >= today &&
    !slot.period!.isRolling
  if (filter.overdue === true) {
    if (said === 'created' || said === 'started' || said === 'updated') return said
    const becomes = [...slots.of('overdue')].some(({ meaning }) => meaning.becomes)
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
  if (isOfSeveralEnds(filter) && (said === 'completed' || said === 'closed')) return null
  if (said) return said
  if (usual) return usual
  const statuses = filter.status ?? []
  if (statuses.length === 1 && statuses[0] === 'completed') return 'completed'
  if (statuses.length > 0 && statuses.every((status) => status === 'rejected' || status === 'cancelled'))
    return 'closed'
  const isToday = slot.period!.from === today && slot.period!.to === today
  if (isToday && statuses.length > 0 && !slots.has('event')) {
    slot.isUsed = true
    return null
  }
  if (isAhead(slot.period!, today) && statuses.length > 0) return 'due'
  // What somebody works on has a due date, what they did is completed.
  if (filter.assignee && !filter.assignee.includes('unassigned') && statuses.length === 0)
    return isPresent && !slots.tokens.some(({ word }) => word === 'did') ? 'due' : 'completed'
  return 'created'
}

/** "How many were open a month ago?": how it was on another day is not kept. */
function isPastState(slots: Slots, { status, overdue }: QueryFilter, { to, from }: Period, today: string): boolean {
  const isState = overdue === true || (status?.every((one) => one === 'pending' || one === 'in_progress') ?? false)
  const isBecoming = [...slots.of('overdue')].some(({ meaning }) => meaning.becomes)
  const isPast = to !== undefined && to < today && from !== undefined
  return isState && isPast && !isBecoming && slots.tokens.some(({ word }) => /^(was|were|had|did)$/.test(word))
}

/** Completed and rejected ones ended by different dates: no one time is that of both. */
function isOfSeveralEnds({ status = [] }: QueryFilter): boolean {
  return (
    status.includes('completed') && (status.includes('rejected') || status.includes('cancelled')) && status.length < 4
  )
}

const STATE = /^(open|pending|waiting|progress|unassigned|overdue|outstanding|on|unfinished)$/

/** "waiting since September": those of September, or all up to then? */
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

/** "the requests from October" are those of October, not since. */
function isOrigin(slots: Slots, { at, end, period }: Slot): boolean {
  return (
    slots.word(at) === 'from' &&
    (NOUN.test(slots.word(at - 1)) || /^(this|last|next)$/.test(slots.word(at + 1))) &&
    period?.to === undefined &&
    !slots.word(end - 1).startsWith('on')
  )
}

/** "completed ones from September" ended then, "is everything from September completed" asks of what came in. */
function endedBefore(slots: Slots, { at }: Slot): Event | undefined {
  const noun = slots.all.find(({ end }) => end === at)
  const status = slots.all.find(({ end }) => end === noun?.at)
  return status && meaningOf(status, 'status')?.event
}

function fromOf(slots: Slots, slot: Slot): Period {
  const whole = isOrigin(slots, slot) ? periodAt(slots.tokens, slot.at + 1, slots.today) : undefined
  return whole ?? slot.period!
}

/** The event said closest to a time, before it rather than after it, and not beyond another time. */
function nearest(slots: Slots, i: number): Event | undefined {
  const eventIn = (slot: Slot): Event | undefined => meaningOf(slot, 'event')?.event ?? meaningOf(slot, 'status')?.event
  const walk = (step: number): { event: Event; distance: number } | undefined => {
    for (let at = i + step, distance = 1; at >= 0 && at < slots.all.length; at += step, distance++) {
      const slot = slots.all[at]!
      const event = eventIn(slot)
      if (event) return { event, distance }
      if (slot.period && step > 0) return undefined
    }
    return undefined
  }
  const [before, after] = [walk(-1), walk(1)]
  if (before && after) return after.distance < before.distance - 2 ? after.event : before.event
  return (before ?? after)?.event
}

/** An event without a time says nothing more, but for the status that goes with it. */
function claimEvents(slots: Slots, dated: ReadonlySet<Event>, filter: QueryFilter): void {
  // "the new requests" by itself names no time.
  const isCounted =
    dated.size > 0 || slots.has('group') || slots.has('trend') || slots.has('compare') || slots.has('versus')
  for (const { slot, meaning } of slots.of('event')) {
    const isSaid =
      dated.has(meaning.event) ||
      (meaning.event === 'created' && (slots.word(slot.at) !== 'new' || isCounted)) ||
      (filter.assignee !== undefined && meaning.role === 'assignee')
    if (isSaid) slot.isUsed = true
  }
}

/** "by more than 2 weeks", "older than 30 days", "took longer than a month", "due in less than 5 days". */
function limitsIn(context: Context): QueryFilter {
  const found: QueryFilter = {}
  context.slots.all.forEach((slot, i) => {
    if (!slot.quantity || slot.isUsed) return
    const limit = limitOf(context, i)
    if (!limit) return
    slot.isUsed = true
    Object.assign(found, limit)
  })
  return found
}

const ORDERS: Kind[] = ['more', 'less', 'older', 'younger']

function limitOf({ slots, filter, today }: Context, i: number): QueryFilter | undefined {
  const slot = slots.all[i]!
  const { count, unit, days } = slot.quantity!
  const side = sideOf(slots, i)
  const before = stepBack(today, count, unit)
  const word = (from: number, to: number, pattern: RegExp) =>
    slots.tokens.slice(Math.max(0, from), to).some((token) => pattern.test(token.word))
  const isAged = word(
    0,
    99,
    /^(open|older|old|waiting|pending|unassigned|age|ago|been|queue|since|unfinished|sitting|outstanding|newer|younger|progress|untouched)$/,
  )
  const near = (kind: Kind) => slots.all.some((other) => meaningOf(other, kind))
  // How many days late something was completed cannot be asked.
  if (filter.late !== undefined) return undefined
  const isOld = side !== undefined && /^(older|younger|newer)$/.test(slots.word(side.at))
  if ((filter.overdue === true || near('overdue')) && !isOld) {
    const exact = side?.isInclusive === true ? days - 1 : days
    return side?.isLess
      ? { fewerDaysOverdue: days, overdue: true }
      : { moreDaysOverdue: side ? exact : Math.max(0, days - 1), overdue: true }
  }
  const isDue = [...slots.of('event')].find(({ meaning }) => meaning.event === 'due')
  if (isDue) {
    isDue.slot.isUsed = true
    const end = stepBack(today, -count, unit)
    return side && !side.isLess ? { dueFrom: addDays(end, 1) } : { dueFrom: today, dueTo: end }
  }
  if (slots.has('idle')) {
    slots.claim('idle')
    return { updatedTo: addDays(before, -1) }
  }
  const isWithin = slots.word(slot.at - 1) === 'within' || slots.word((slots.all[i - 1] ?? slot).at - 1) === 'in'
  const isDoneIn = filter.status?.join() === 'completed' && isWithin
  const isTaken = isDoneIn || (near('measure') && word(0, 99, /^(take|takes|took|taken|taking|needed|lasted)$/))
  if (isTaken && side) {
    slots.claim('measure')
    return {
      ...(side.isLess ? { fewerDaysTaken: days } : { moreDaysTaken: side.isInclusive ? days - 1 : days }),
      status: ['completed'],
    }
  }
  if (!side && !word(slot.at - 2, slot.at, /^(for|since)$/)) return undefined
  const isStarted = filter.status?.length === 1 && filter.status[0] === 'in_progress'
  if (!isAged && !isStarted) return undefined
  const event = isStarted ? 'started' : 'created'
  return side?.isLess
    ? rangeOf(event, { from: addDays(before, 1) })
    : rangeOf(event, { to: addDays(before, side && !side.isInclusive ? -1 : 0) })
}

/** "more than", "at most": said right before the quantity, or with "by" or "for" between. */
function sideOf(slots: Slots, i: number): { at: number; isLess: boolean; isInclusive: boolean } | undefined {
  const neighbours = [slots.all[i - 1], slots.all[i + 1], slots.all[i - 2]].filter((slot) => slot !== undefined)
  const side = neighbours.find(
    (slot) => ORDERS.some((kind) => meaningOf(slot, kind)) && Math.abs(slot.at - slots.all[i]!.at) < 6,
  )
  if (!side) return undefined
  const typed = slots.tokens
    .slice(side.at, side.end)
    .map(({ word }) => word)
    .join(' ')
  side.isUsed = true
  const isMore = meaningOf(side, 'more') !== undefined || meaningOf(side, 'older') !== undefined
  return { at: side.at, isLess: !isMore, isInclusive: /\b(least|no less|minimum|or more|not less)\b/.test(typed) }
}

/** The unit that a time is best shown by: weeks for a few months, months for longer. */
export function unitFor(from: string | undefined, to: string | undefined, today: string): 'day' | 'week' | 'month' {
  if (from === undefined) return 'month'
  const last = to ?? today
  if (last > stepBack(from, -4, 'month')) return 'month'
  return last < stepBack(from, -15, 'day') ? 'day' : 'week'
}

/** The first day of a trend that nobody gave one: the last eight weeks, six months, … */
export function trendStart(unit: 'day' | 'week' | 'month' | 'quarter' | 'year', today: string): string {
  const back = { day: 13, week: 7, month: 5, quarter: 3, year: 2 }[unit]
  return stepBack(unitAround(today, unit).from, back, unit)
}
