import type { AssistantQuery, Group, Measure, Sort } from '../../../shared/assistant/query.ts'
import type { Slots } from './slots.ts'
import { TIMES, groupIn } from './groups.ts'
import { readSingleRequest, isolateSort, orderIn } from './orders.ts'
import { limitIn } from './row-limit.ts'
import { measureIn, durationIn } from './measure.ts'

/** What a question asks about the requests, before the filter is known. */
export interface Ask {
  measure: Measure
  /** named by an unambiguous word: "how many", "average time" */
  isSaid: boolean
  stage?: AssistantQuery['stage']
  statistic?: AssistantQuery['statistic']
  group?: Group
  order?: AssistantQuery['order']
  sort?: Sort
  limit?: number
  isTrend?: boolean
  /** open requests by person: "who is busiest?" */
  isWorkload?: boolean
  /** "getting faster": a trend of durations */
  isPace?: boolean
}

export function askIn(slots: Slots): Ask {
  const group = groupIn(slots)
  const ask: Ask = { ...measureIn(slots), ...(group && { group }) }
  trendIn(slots, ask)
  workloadIn(slots, ask)
  orderIn(slots, ask)
  limitIn(slots, ask)
  // "compare … between departments"
  if (ask.group && !TIMES.has(ask.group)) for (const { slot } of slots.of('compare')) slot.isUsed = !slots.has('versus')
  isolateSort(slots, ask)
  readSingleRequest(slots, ask)
  if (ask.measure === 'duration') durationIn(slots, ask)
  else if (ask.group && TIMES.has(ask.group) && slots.first('statistic')?.meaning.statistic === 'average') {
    slots.claim('statistic')
    ask.statistic = 'average'
  }
  return ask
}

function trendIn(slots: Slots, ask: Ask): void {
  const trend = slots.first('trend')
  if (!trend) return
  // Past overdue states are not stored.
  if (slots.has('overdue') && !slots.has('overdue', ({ becomes }) => becomes === true)) return
  if (ask.group && !TIMES.has(ask.group)) return
  slots.claim('trend')
  ask.isTrend = true
  const words = slots.words()
  ask.isPace = /\b(faster|slower|quicker|speeding|slowing|longer|shorter)\b/.test(words)
  const unit = /\bover the (months|weeks|years|quarters)\b/.exec(words)?.[1]?.slice(0, -1)
  if (unit && !ask.group) ask.group = unit as Group
  if (ask.isPace) ask.measure = 'duration'
}

function workloadIn(slots: Slots, ask: Ask): void {
  const workload = slots.first('workload')
  if (!workload) return
  slots.claim('workload')
  const typed = slots.words()
  // "Which department sends us the most work?" is about created requests.
  const comesIn = slots.has('event', ({ event }) => event === 'created')
  if (ask.group && comesIn && /\b(most|least) work\b/.test(typed)) {
    ask.order = typed.includes('least') ? 'fewest' : 'most'
    return
  }
  // "Which week was the busiest?" is about requests created then.
  if (ask.group && TIMES.has(ask.group)) {
    ask.order = 'most'
    return
  }
  ask.isWorkload = true
  if (/\b(busiest|swamped|overloaded|overworked|too much|most work|most to do|buried|stretched)\b/.test(typed))
    ask.order ??= 'most'
  if (
    /\b(least busy|capacity|room|free hands|spare|could take|take on more|least work|least to do|nothing to do|little to do)\b/.test(
      typed,
    )
  )
    ask.order = 'fewest'
}
