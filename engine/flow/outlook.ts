import { SMALL_SAMPLE } from '../../shared/analytics/limits.ts'
import type { WorkDays } from '../durations/work-days.ts'
import { type Basis, isStarted, Past, stepTimes, totalTime } from './comparable-requests.ts'
import { ageOf } from './facts.ts'
import { dateOfDay } from './office-time.ts'
import { rounded, DurationSample } from './percentiles.ts'
import type { PanelInput } from './panel-input.ts'
import { queueOf, STARTED } from './queue.ts'

/** A date requires at least this many comparable requests that were in the present step for longer. */
const MIN_LONGER = 10
const MAX_SIMILAR = 5
/** A tenth of a second, in days. */
const AN_INSTANT = 1e-6

export interface OutlooksQuery {
  numbers: readonly number[]
  withAlike: boolean
}

export interface FoundOutlook {
  number: number
  /** days in the present status, rounded */
  age: number
  /** first day of the present status */
  since: string
  /** position in the queue, from 1, among the selected requests that wait for the same */
  place: { at: number; of: number }
  /** duration of the present step for comparable requests; null if there are too few */
  step: { basis: Basis; count: number; p50: number; p85: number; isBeyond95: boolean } | null
  /** completion of the comparable requests that took at least as long, counted from now */
  finish: { count: number; p15: string; p50: string; p85: string; byDue: number } | null
  /** numbers of comparable requests, the last finished first, with their lead times */
  alike: { number: number; days: number; finishedOn: string }[]
}

/** Outlooks of the requests that are selected and open now, in the given order. Based on selected requests only. */
export function outlooksOf(input: PanelInput, days: WorkDays, query: OutlooksQuery): FoundOutlook[] {
  const { model, subsets } = input
  const open = query.numbers.map((number) => model.indexOf(number)).filter((i) => subsets.open.includes(i))
  if (open.length === 0) return []
  const places = placesOf(input, open)
  const past = new Past(input)
  return open.map((i) => ({
    number: model.number[i]!,
    age: rounded(ageOf(input.facts, i, input.now)),
    since: dateOfDay(input.facts.time.dayOf(input.facts.since[i]!)),
    place: places.get(i)!,
    ...expectationOf(input, past, days, i),
    alike: query.withAlike ? alikeOf(input, past, i) : [],
  }))
}

/**
 * Queue positions. For a pending request: in the order in which an office is assumed to start work. For one in progress: among
 * the work of the same assignee, or among the unassigned work.
 */
function placesOf(input: PanelInput, open: readonly number[]): Map<number, FoundOutlook['place']> {
  const { assignee } = input.model.present
  const groupOf = (i: number, isStarted: boolean) => (isStarted ? assignee[i]! : 'pending')
  const counts = new Map<number | 'pending', number>()
  const places = new Map<number, { at: number; group: number | 'pending' }>()
  const listed = new Set(open)
  for (const { i, class: one } of queueOf(input)) {
    const group = groupOf(i, one === STARTED)
    const at = (counts.get(group) ?? 0) + 1
    counts.set(group, at)
    if (listed.has(i)) places.set(i, { at, group })
  }
  return new Map([...places].map(([i, { at, group }]) => [i, { at, of: counts.get(group)! }]))
}

function expectationOf(
  input: PanelInput,
  past: Past,
  days: WorkDays,
  i: number,
): Pick<FoundOutlook, 'step' | 'finish'> {
  const { facts, model, now } = input
  const started = isStarted(model, i)
  const age = ageOf(facts, i, now)
  const groups = past.groupsFor(i).filter(({ members }) => members.length >= SMALL_SAMPLE)
  const [closest] = groups
  if (!closest) return { step: null, finish: null }
  const times = DurationSample.of(stepTimes(facts, started), closest.members)
  const [p50, p85, p95] = times.quantiles([0.5, 0.85, 0.95])
  const { basis, members } = closest
  const step = { basis, count: members.length, p50: rounded(p50!), p85: rounded(p85!), isBeyond95: age > p95! }
  if (step.isBeyond95) return { step, finish: null }
  for (const { members: wider } of groups) {
    const longer = wider.filter((one) => stepTimes(facts, started)[one]! > age)
    if (longer.length < MIN_LONGER) continue
    const left = Float64Array.from(longer, (one) => totalTime(facts, one, started) - age).sort()
    return { step, finish: finishOf(input, days, left, model.present.due[i]!) }
  }
  return { step, finish: null }
}

/** @param left remaining working days of the comparable requests, sorted */
function finishOf({ facts, now }: PanelInput, days: WorkDays, left: Float64Array, due: number): FoundOutlook['finish'] {
  // A duration that ends with a working day ends on that day, not at the beginning of the next one.
  const dayAt = (place: number) => facts.time.dayOf(days.after(now, Math.max(0, left[place]! - AN_INSTANT)))
  const dateAt = (part: number) => dateOfDay(dayAt(Math.ceil(part * left.length) - 1))
  // Binary search for the number finished by the due date: dates ascend with the remaining time.
  let [low, high] = [0, left.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (dayAt(middle) <= due) low = middle + 1
    else high = middle
  }
  return { count: left.length, p15: dateAt(0.15), p50: dateAt(0.5), p85: dateAt(0.85), byDue: low / left.length }
}

function alikeOf({ model, facts }: PanelInput, past: Past, i: number): FoundOutlook['alike'] {
  const { number } = model
  const [closest] = past.groupsFor(i).filter(({ members }) => members.length >= SMALL_SAMPLE)
  if (!closest) return []
  return [...closest.members]
    .sort((a, b) => facts.finishedAt[b]! - facts.finishedAt[a]! || number[b]! - number[a]!)
    .slice(0, MAX_SIMILAR)
    .map((one) => ({
      number: number[one]!,
      days: rounded(facts.spans.lead[one]!),
      finishedOn: dateOfDay(facts.finishedDay[one]!),
    }))
}
