import { type AssistantQuery, MAX_COMPARED, type QueryFilter } from '../../../shared/assistant/query.ts'
import type { Ask } from './asks.ts'
import { namedEvent, usualEvent } from './default-event.ts'
import { mergedFilter } from './merge-query.ts'
import { isComparison, sidesIn } from './sides.ts'
import type { Slot, Slots } from './slots.ts'
import { timesIn } from './times.ts'
import { valuesIn } from './values.ts'
import { isDueSoon, OPEN, isAtWork, isUnclaimed, isInactive } from './subject.ts'

/** Shared state of the parsing steps. */
export interface Parts {
  slots: Slots
  negated: ReadonlySet<Slot>
  ask: Ask
  /** the query that the question follows up */
  before: AssistantQuery | undefined
  today: string
}

/** Parses values, people and periods, and the sides of a comparison. */
export function restrictionsIn({ slots, negated, ask, before, today }: Parts, who: QueryFilter) {
  const isCompared = isComparison(slots)
  const sides = isCompared ? sidesIn(slots, negated) : []
  const values: QueryFilter = { ...valuesIn(slots, negated), ...who }
  const usual = before
    ? (namedEvent(before.filter) ?? usualEvent(ask.isSaid ? ask : before, slots))
    : usualEvent(ask, slots)
  const times = timesIn({
    slots,
    negated,
    today,
    filter: before ? mergedFilter(before.filter, values, narrowing(slots, negated)) : values,
    isComparison: isCompared || ask.isTrend === true,
    usual,
    before: before?.filter,
  })
  return {
    filter: { ...values, ...times.filter },
    sides: sides.length > 1 ? sides : times.sides,
    isCompared,
    isAhead: times.isAhead,
  }
}

/** Adds the status open where it is implied: by due dates, or by a person's present work. */
export function withUsualStatus({ slots, before, today }: Parts, filter: QueryFilter): QueryFilter {
  const isDue = isDueSoon(filter, today) && !before?.filter.status
  const isTaking = (isUnclaimed(slots, filter) || isInactive(slots, filter)) && !before?.filter.status
  return isDue || isTaking || isAtWork(slots, filter) ? { ...filter, status: [...OPEN] } : filter
}

/** "Compare Elena with Daniel": one side for each person. */
export function peopleSides(filter: QueryFilter, isCompared: boolean): QueryFilter[] {
  if (!isCompared) return []
  for (const key of ['assignee', 'requester'] as const) {
    const ids = filter[key]
    if (ids && ids.length > 1) return ids.slice(0, MAX_COMPARED).map((id) => ({ [key]: [id] }))
  }
  return []
}

/** Fields with a negated value, which narrows the previous values instead of replacing them. */
export function narrowing(slots: Slots, negated: ReadonlySet<Slot>): Set<keyof QueryFilter> {
  const keys = new Set<keyof QueryFilter>()
  for (const slot of negated)
    for (const { kind } of slot.meanings)
      if (kind === 'status' || kind === 'priority' || kind === 'department' || kind === 'type') keys.add(kind)
  return slots.all.length > 0 ? keys : new Set()
}
