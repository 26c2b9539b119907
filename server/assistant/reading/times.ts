import { addDays, daysBetween } from '../../../shared/dates.ts'
import { MAX_COMPARED, type QueryFilter } from '../../../shared/assistant/query.ts'
import { type Event, EVENTS, spanOf } from '../../../shared/assistant/words.ts'
import { stepBack, unitAround } from './calendar.ts'
import type { Period } from './dates.ts'
import { towards } from './due-period.ts'
import type { Slot, Slots } from './slots.ts'
import { type Context, isAhead, eventOf, fromOf } from './events.ts'
import { movedTo } from './nearest-event.ts'
import { agoIn, rangeOf, limitsIn } from './limits.ts'

export interface TimesRead {
  filter: QueryFilter
  /** several periods of the same event, to be compared */
  sides: QueryFilter[]
  /** a future period of an event that cannot be known in advance */
  isAhead: boolean
}

/** Parses the periods of a question with their events, and its limits in days. */
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
    // Excluding a period with a before and an after leaves no single period.
    if (
      isTakenOut(context, slot) &&
      named.from !== undefined &&
      named.to !== undefined &&
      (event === 'due' || named.from > context.today)
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
  for (const [event, spans] of byEvent) place(read, event, spans, context)
  claimEvents(slots, new Set(byEvent.keys()), filter)
  return read
}

/** "the month before": the period of the same length right before the named one. */
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

/** "not updated since …", "no activity in …", "not in October": the time before the period. */
function isTakenOut({ slots, negated }: Context, slot: Slot): boolean {
  return slots.has('idle') || negated.has(slot)
}

function beforeOf({ from, to, ...rest }: Period): Period {
  return from === undefined ? { ...rest, from: addDays(to!, 1) } : { ...rest, to: addDays(from, -1) }
}

function place(read: TimesRead, event: Event, periods: Period[], { slots, isComparison }: Context): void {
  const [first] = periods
  const joined = !isComparison && periods.length > 1 ? joinedOf(periods) : undefined
  if (periods.length === 1 || joined) {
    Object.assign(read.filter, rangeOf(event, joined ?? first!))
    return
  }
  read.sides = periods.slice(0, MAX_COMPARED).map((period) => rangeOf(event, period))
  // Periods beyond the limit are named as left out.
  for (const { at } of periods.slice(MAX_COMPARED))
    for (const slot of slots.all) if (slot.at <= at && at < slot.end) slot.isUsed = false
}

/** "October and November": adjacent periods are joined. */
function joinedOf(periods: Period[]): Period | undefined {
  const sorted = periods.toSorted((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1))
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

/** Marks events as used whose meaning is covered by a period, a status or the default. */
function claimEvents(slots: Slots, dated: ReadonlySet<Event>, filter: QueryFilter): void {
  // "the new requests" alone names no period.
  const isCounted =
    dated.size > 0 || slots.has('group') || slots.has('trend') || slots.has('compare') || slots.has('versus')
  for (const { slot, meaning } of slots.of('event')) {
    const isSaid =
      dated.has(movedTo(slots, slot) ?? meaning.event) ||
      (meaning.event === 'created' && (slots.word(slot.at) !== 'new' || isCounted)) ||
      (filter.assignee !== undefined && meaning.role === 'assignee')
    if (isSaid) slot.isUsed = true
  }
}

/** The best unit for a series over a period: weeks for a few months, months for longer. */
export function unitFor(from: string | undefined, to: string | undefined, today: string): 'day' | 'week' | 'month' {
  if (from === undefined) return 'month'
  const last = to ?? today
  if (last > stepBack(from, -4, 'month')) return 'month'
  return last < stepBack(from, -15, 'day') ? 'day' : 'week'
}

/** The default first day of a trend: the last eight weeks, six months, … */
export function trendStart(unit: 'day' | 'week' | 'month' | 'quarter' | 'year', today: string): string {
  const back = { day: 13, week: 7, month: 5, quarter: 3, year: 2 }[unit]
  return stepBack(unitAround(today, unit).from, back, unit)
}
