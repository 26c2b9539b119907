import type { WhatIf } from '../../shared/analytics/forecast.ts'
import { dateReached, datesOf, daysUntilClosed, tooLittle, type WithoutTime } from './forecast.ts'
import { isOpenNumber } from './status-numbers.ts'
import { NONE } from './none.ts'
import { dateOfDay } from './office-time.ts'
import { type Pace, paceOf, SAMPLE_DAYS, sampleOf, sumOf } from './pace.ts'
import type { PanelInput } from './panel-input.ts'
import { pulledForward, queueOf, STARTED } from './queue.ts'
import { type Changes, CHECKPOINT_DAYS, HORIZON_DAYS, MAX_TRACKED } from './scenario.ts'
import { RUNS, ScenarioResult, simulate } from './simulate.ts'

const MAX_LISTED = 50
/** Requests that finish later with a smaller probability are not listed. */
const MIN_LATER_PROBABILITY = 0.1

export interface WhatIfOptions {
  /** per cent of the present */
  people?: number | undefined
  arrivals?: number | undefined
  limit?: number | undefined
  /** number of an open request */
  pull?: number | undefined
  seed?: number
}

type WhatIfFigures = Extract<WhatIf, { kind: 'what-if' }>

/**
 * Simulates other people, arrivals, a limit or another order. Both scenarios use the same drawn days, so that they differ by
 * the change alone. Open requests are closed in the order of `queueOf`; more people close proportionally more, and a limit
 * changes how long started work takes, not how much is closed.
 */
export function whatIfOf(input: PanelInput, options: WhatIfOptions): WithoutTime<WhatIf> {
  const { model, today } = input
  const span = { from: today - SAMPLE_DAYS, to: today - 1 }
  const known = paceOf(input, span)
  const sample = sampleOf(known, span.from, span.to)
  if (!sample) return tooLittle(known, today)

  const queue = queueOf(input)
  const pulled = options.pull === undefined ? NONE : model.indexOf(options.pull)
  const changedQueue = queue.some(({ i }) => i === pulled) ? pulledForward(queue, pulled) : queue
  const tracked = queue.slice(0, MAX_TRACKED).map(({ i }) => i)
  if (changedQueue !== queue && !tracked.includes(pulled)) tracked.push(pulled)
  const inProgress = queue.filter((one) => one.class === STARTED).length
  const asNow: Changes = { people: 1, arrivals: 1, limit: inProgress }
  const changes: Changes = {
    people: (options.people ?? 100) / 100,
    arrivals: (options.arrivals ?? 100) / 100,
    limit: options.limit ?? inProgress,
  }
  const arrivals = arrivalsIn(input, sample)
  const [now, changed] = simulate(input, sample, arrivals, tracked, options.seed ?? 1, [
    { queue, changes: asNow },
    { queue: changedQueue, changes },
  ])
  const done = (people: number): WhatIfFigures['now']['done'] => {
    const isWorking = (day: number) => input.facts.time.isWorking(day)
    const seed = options.seed ?? 1
    const days = daysUntilClosed(sample, { count: queue.length, today, seed, isWorking, people })
    return { p50: dateReached(days, 0.5, today), p85: dateReached(days, 0.85, today) }
  }
  const requests = tracked.map((i, place) => delayedOf(input, i, now!.finish(place), changed!.finish(place)))
  const later = requests.filter(({ later }, place) => later >= MIN_LATER_PROBABILITY && tracked[place] !== pulled)
  later.sort((a, b) => b.later - a.later || a.number - b.number)
  return {
    kind: 'what-if',
    runs: RUNS,
    sample: {
      ...datesOf(sample),
      closed: sumOf(sample.closed),
      arrived: sumAll(arrivals),
      people: peopleOf(input, sample),
    },
    open: queue.length,
    now: { done: done(1), ...outlookOf(now!, today) },
    changed: { done: done(changes.people), ...outlookOf(changed!, today) },
    later: { count: later.length, of: requests.length, requests: later.slice(0, MAX_LISTED) },
    pulled: changedQueue === queue ? null : requests[tracked.indexOf(pulled)]!,
  }
}

/** Arrivals of each day in the sample, by priority. */
function arrivalsIn({ model, facts, selected }: PanelInput, { days }: Pace): Uint16Array[] {
  const arrivals = Array.from({ length: days.to - days.from + 1 }, () => new Uint16Array(4))
  for (const i of selected) {
    const day = arrivals[facts.createdDay[i]! - days.from]
    if (day) day[model.initial.priority[i]!]!++
  }
  return arrivals
}

const sumAll = (days: Uint16Array[]) => days.reduce((sum, day) => sum + day.reduce((a, b) => a + b, 0), 0)

/** Number of assignees of requests closed within the sample. */
function peopleOf({ model, facts, selected }: PanelInput, { days }: Pace): number {
  const people = new Set<number>()
  for (const i of selected) {
    const assignee = model.present.assignee[i]!
    if (
      assignee !== NONE &&
      !isOpenNumber(model.present.status[i]!) &&
      facts.time.dayOf(facts.since[i]!) >= days.from
    ) {
      people.add(assignee)
    }
  }
  return people.size
}

function outlookOf({ backlogAt, cycles }: ScenarioResult, today: number): Omit<WhatIfFigures['now'], 'done'> {
  const backlog = CHECKPOINT_DAYS.map((day, checkpoint) => {
    const [p15, p50, p85] = [0.15, 0.5, 0.85].map((part) => at(backlogAt[checkpoint]!, part))
    return { day: dateOfDay(today + day), p15: p15!, p50: p50!, p85: p85! }
  })
  return {
    backlog,
    // If most runs do not reach it, the others would look too quick.
    cycle: cycles.length < RUNS / 2 ? null : { p50: at(cycles, 0.5), p85: at(cycles, 0.85) },
  }
}

/** Quantile: the value that this part of the runs does not exceed. */
function at(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)]!
}

function dateOf(day: number, today: number): string | null {
  return day > HORIZON_DAYS ? null : dateOfDay(today + day)
}

function delayedOf(
  { model, today }: PanelInput,
  i: number,
  now: Uint16Array,
  changed: Uint16Array,
): WhatIfFigures['later']['requests'][number] {
  const due = model.present.due[i]! - today
  const partOf = (is: (run: number) => boolean) => {
    let count = 0
    for (let run = 0; run < RUNS; run++) if (is(run)) count++
    return count / RUNS
  }
  const later = partOf((run) => changed[run]! > now[run]!)
  const late = { now: partOf((run) => now[run]! > due), changed: partOf((run) => changed[run]! > due) }
  const median = (days: Uint16Array) => dateOf(days.sort()[Math.ceil(RUNS / 2) - 1]!, today)
  return {
    number: model.number[i]!,
    requestId: model.requestIdOf(i),
    dueDate: dateOfDay(model.present.due[i]!),
    now: median(now),
    changed: median(changed),
    later,
    late,
  }
}
