import type { AssistantQuery, Group, Measure, Sort } from '../../../shared/assistant/query.ts'
import type { Slot, Slots } from './slots.ts'
import { TIMES, groupIn } from './groups.ts'
import { readSingleRequest, isolateSort, orderIn, limitIn } from './orders.ts'

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

function measureIn(slots: Slots): { measure: Measure; isSaid: boolean } {
  const said = new Set<Measure>()
  for (const { slot, meaning } of slots.of('measure')) {
    if (slot.isUsed) continue
    said.add(meaning.measure)
    if (meaning.measure !== 'duration') slot.isUsed = true
  }
  const isDuration = said.has('duration') || isTimed(slots) || (slots.has('stage') && slots.has('statistic'))
  if (isDuration && !isOnlyTook(slots, said.has('count'))) {
    slots.claim('measure')
    return { measure: 'duration', isSaid: true }
  }
  if (said.has('share') || slots.has('rate')) return { measure: 'share', isSaid: true }
  if (said.has('count')) return { measure: 'count', isSaid: true }
  return { measure: 'list', isSaid: said.has('list') }
}

/** "cycle time by priority", "median days for API requests" */
function isTimed(slots: Slots): boolean {
  if ([...slots.of('stage')].some(({ slot }) => isHowOld(slots, slot)) && !slots.has('sort')) return true
  const isNamed = [...slots.of('stage')].some(
    ({ slot }) => /^times?$/.test(slots.word(slot.end - 1)) || /^times?$/.test(slots.word(slot.at - 1)),
  )
  const unit = [...slots.of('statistic')].find(({ slot }) => /^(days|weeks)$/.test(slots.word(slot.end)))
  if (!unit) return isNamed
  const at = unit.slot.end
  if (!slots.all.some((slot) => slot.at <= at && at < slot.end))
    slots.add({ at, end: at + 1, meanings: [], isUsed: true })
  return true
}

/** "How old is the backlog?" asks for ages. */
function isHowOld(slots: Slots, { at, end }: Slot): boolean {
  return slots.word(at) === 'how' && slots.word(end - 1) === 'old' && /^(is|are)$/.test(slots.word(end))
}

/** "Which requests took …" and "how many took …" ask for requests, "how long …" for a time. */
function isOnlyTook(slots: Slots, isCounted: boolean): boolean {
  const words = [...slots.of('measure')]
    .filter(({ meaning }) => meaning.measure === 'duration')
    .map(({ slot }) => slots.word(slot.at))
  const isVerb = words.length > 0 && words.every((word) => /^(take|takes|took|taken|taking)$/.test(word))
  return isVerb && !slots.has('statistic') && (isCounted || !slots.has('group'))
}

function durationIn(slots: Slots, ask: Ask): void {
  ask.statistic = slots.first('statistic')?.meaning.statistic ?? 'median'
  const words = slots.words()
  const isWaiting =
    /\b(been (open|waiting|pending|around|sitting|there)|waiting|wait|sitting|sit)\b/.test(words) &&
    !/\b(take|takes|took|taken)\b/.test(words)
  const isOpen =
    slots.first('status')?.meaning.status.every((one) => one === 'pending' || one === 'in_progress') === true &&
    !TAKES_TO_FINISH.test(words)
  // "how soon do we start critical ones": the time until work begins.
  const start = [...slots.of('event')].find(({ meaning }) => meaning.event === 'started')
  const isToStart = start !== undefined && !slots.has('stage') && !slots.all.some(({ period }) => period)
  if (isToStart) start.slot.isUsed = true
  ask.stage =
    slots.first('stage')?.meaning.stage ??
    (isToStart ? 'review' : isWaiting || (isOpen && !STAYS.test(words)) ? 'age' : 'lead')
  slots.claim('statistic', 'stage', 'measure')
}

/** "how long does it take Ravi to finish": about requests that he has finished, not open ones. */
const TAKES_TO_FINISH =
  /\b(?:take|takes|took|taken|taking|need|needs|needed) (?:\S+ ){0,3}to (?:finish|complete|close|deliver)\b/

/** How long something stays open is the lead time of completed requests. */
const STAYS = /\b(stay|stays|stayed|remain|remains|remained)\b/

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
