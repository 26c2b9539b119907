import type { AssistantQuery, QueryFilter } from '../../../shared/assistant/query.ts'
import type { Ask } from './asks.ts'
import { withoutUndefined } from '../../../shared/assistant/without-undefined.ts'
import type { Slots } from './slots.ts'
import { unitFor } from './times.ts'

export interface Parts {
  ask: Ask
  filter: QueryFilter
  sides: QueryFilter[]
  slots: Slots
  today: string
}

/** Growth of the backlog: created minus completed requests. */
function isGrowth(slots: Slots): boolean {
  return /\b(grow|grows|grew|growing|grown|shrink|shrinking|shrank|backlog|catching up|falling behind|keep up|keeping up|piling|pile|building up)\b/.test(
    slots.words(),
  )
}

/** "came in and were completed", or two periods without any other filter. */
export function isFlow(slots: Slots, filter: QueryFilter, sides: QueryFilter[]): boolean {
  const isBoth =
    filter.status?.join() === 'completed' &&
    filter.requester === undefined &&
    [...slots.of('event')].some(
      ({ slot, meaning }) =>
        meaning.event === 'created' &&
        (meaning.role === undefined || slots.has('versus')) &&
        // "how many of those that came in …"
        !/^(that|which)$/.test(slots.word(slot.at - 1)),
    )
  const isPlain =
    sides.length > 1 &&
    Object.keys(sides[0]!).every((key) => key.startsWith('created')) &&
    !slots.has('status') &&
    !slots.has('event') &&
    !slots.has('measure') &&
    filter.overdue === undefined
  return isBoth || isPlain
}

export function trendOf({ ask, filter, sides, slots, today }: Parts): AssistantQuery {
  const hasUnit = ask.group !== undefined && ['day', 'week', 'month', 'quarter', 'year'].includes(ask.group)
  const isFlowing = isFlow(slots, filter, sides)
  if (sides.length > 1 && ask.measure !== 'duration')
    return { measure: isFlowing ? 'flow' : 'count', filter: withoutFlow(filter, isFlowing), compare: sides }
  if (ask.measure === 'duration') {
    const group = hasUnit ? ask.group! : 'month'
    return { measure: 'duration', filter, stage: ask.stage ?? 'lead', statistic: ask.statistic ?? 'median', group }
  }
  const event =
    filter.status?.join() === 'completed'
      ? 'completed'
      : filter.status?.every((one) => one === 'rejected' || one === 'cancelled')
        ? 'closed'
        : 'created'
  const group = hasUnit ? ask.group! : (ask.group ?? unitFor(filter[`${event}From`], filter[`${event}To`], today))
  if (isGrowth(slots)) {
    const { status: _status, ...rest } = filter
    return { measure: 'flow', filter: rest, group }
  }
  const isCount = !isFlowing && (filter.status ?? filter.overdue) !== undefined
  const created = slots.has('event', ({ event }) => event === 'created')
  if (isCount || (created && !isFlowing)) return { measure: 'count', filter, group }
  slots.claim('more', 'less', 'versus')
  return {
    measure: 'flow',
    filter: withoutFlow(filter, true),
    group: isFlowing && !ask.isTrend && !hasUnit ? undefined : group,
  }
}

/** Created and completed requests share one period. */
function withoutFlow(filter: QueryFilter, isFlowing: boolean): QueryFilter {
  if (!isFlowing) return filter
  const { status: _status, completedFrom, completedTo, ...rest } = filter
  return withoutUndefined({
    ...rest,
    createdFrom: rest.createdFrom ?? completedFrom,
    createdTo: rest.createdTo ?? completedTo,
  })
}
