import type { AssistantQuery, Group, QueryFilter } from '../../../shared/assistant/query.ts'
import { type Event, spanOf } from '../../../shared/assistant/words.ts'
import { addDays, longDate } from '../../../shared/dates.ts'
import { type Unit, stepBack, unitAround } from '../reading/calendar.ts'
import { trendStart } from '../reading/times.ts'
import { nameOfTime } from './time-words.ts'

export interface Time {
  from: string
  to: string
  name: string
}

/** More columns would be unreadable; the newest are shown. */
const MAX_TIMES = 60
/** Units to look back for a ranking such as the busiest month, when no time is named. */
const LOOKED_BACK: Record<Unit, number> = { day: 59, week: 51, month: 35, quarter: 15, year: 9 }

export function isTime(group: Group | undefined): group is Unit {
  return group !== undefined && ['day', 'week', 'month', 'quarter', 'year'].includes(group)
}

/** The event that assigns requests to periods. */
export function eventOf({ filter, measure, stage }: AssistantQuery): Exclude<Event, 'due'> {
  for (const event of ['completed', 'closed', 'started', 'updated', 'created'] as const) {
    const { from, to } = spanOf(filter, event)
    if (from !== undefined || to !== undefined) return event
  }
  if (measure === 'duration') return stage === 'review' ? 'started' : stage === 'age' ? 'created' : 'completed'
  if (filter.status?.join() === 'completed') return 'completed'
  return filter.status?.every((one) => one === 'rejected' || one === 'cancelled') ? 'closed' : 'created'
}

interface Times {
  times: Time[]
  /** says which earlier days are left out; empty where none are */
  note: string
}

/** Whole weeks, months … from the first named day on, or the last ones; at least one. */
export function timesOf({ filter, order, limit }: AssistantQuery, unit: Unit, event: Event, today: string): Times {
  const span = spanOf(filter, event)
  const isRanked = order !== undefined
  const first =
    span.from ??
    (isRanked
      ? stepBack(unitAround(today, unit).from, LOOKED_BACK[unit], unit)
      : limit
        ? stepBack(unitAround(today, unit).from, limit - 1, unit)
        : trendStart(unit, today))
  const last = span.to !== undefined && span.to < today ? span.to : today
  // "The last six months" are six periods up to now, the first of them complete.
  const isRolling = span.to === today && unitAround(first, unit).from !== first && unit !== 'day'
  const next = addDays(unitAround(first, unit).to, 1)
  // "Per month in the last 10 days" has no complete month.
  const start = isRolling && next <= last ? next : first
  const earliest = stepBack(unitAround(last, unit).from, MAX_TIMES - 1, unit)
  const begin = start < earliest ? earliest : start
  const times: Time[] = []
  let at = unitAround(begin, unit)
  do {
    const from = at.from < begin ? begin : at.from
    const to = span.to !== undefined && at.to > span.to ? span.to : at.to
    times.push({ from, to, name: nameOfTime(at, unit) })
    at = unitAround(addDays(at.to, 1), unit)
  } while (at.from <= last)
  const note =
    begin !== start
      ? ` I show at most ${MAX_TIMES} ${unit}s, so the earlier ones are left out.`
      : begin !== first
        ? ` The first ${unit} shown is a whole one, so the days from ${longDate(first)} to ${longDate(addDays(begin, -1))} are left out.`
        : ''
  return { times, note }
}

export function within(filter: QueryFilter, event: Event, { from, to }: Time): QueryFilter {
  return { ...filter, [`${event}From`]: from, [`${event}To`]: to }
}
