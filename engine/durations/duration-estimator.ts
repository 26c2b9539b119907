import type { Comparable, DevelopmentType, TimeEstimate } from '../../shared/ai.ts'
import { hundredth } from '../../shared/chance.ts'
import type { Department, Priority } from '../../shared/requests.ts'
import { DEFAULT_PACE, Finished, intervalOf, lean, Levels, pointOf, type Pace, type Timed } from './durations.ts'
import { Alarms, eventsOf, Replay, type ReplayState, type Told } from './replay.ts'
import { quantile, sampleOf, type Sample } from './sample.ts'

/** How long requests of this office take: the estimator of `durations.ts` on the product's own rows. */
export interface HistoryRow {
  id: string
  requestId: string
  title: string
  description: string
  priority: Priority
  department: Department
  developmentType: DevelopmentType | null
  /** ISO instants; `finishedAt` null while open. Rejected and cancelled requests don't belong in here. */
  createdAt: string
  finishedAt: string | null
}
export type EstimateSubject = Pick<
  HistoryRow,
  'title' | 'description' | 'priority' | 'department' | 'developmentType'
> & { id?: string }

export type DayUnit = 'calendar' | 'working'
const DAY = 86_400_000

/** Days between two instants (ms): calendar days, or those from Monday to Friday (UTC), parts of days included. */
export function daysBetweenInstants(from: number, to: number, unit: DayUnit): number {
  if (!(to > from)) return 0
  if (unit === 'calendar') return (to - from) / DAY
  const workedUntil = (at: number): number => {
    // 1 January 1970 was a Thursday; weeks are counted from Monday.
    const sinceMonday = at / DAY + 3
    const weeks = Math.floor(sinceMonday / 7)
    return weeks * 5 + Math.min(5, sinceMonday - weeks * 7)
  }
  return workedUntil(to) - workedUntil(from)
}

/** From the narrowest group to the broadest. */
function keysOf(row: Pick<HistoryRow, 'priority' | 'department' | 'developmentType'>): string[] {
  const type = row.developmentType ?? 'any'
  return [
    `${type}|${row.priority}|${row.department}`,
    `${type}|${row.priority}`,
    row.developmentType ? type : `${row.department}|${row.priority}`,
  ]
}

export interface DurationModel extends ReplayState {
  unit: DayUnit
}

export function emptyDurations(unit: DayUnit): DurationModel {
  return { pace: DEFAULT_PACE, trust: 0, levels: { recent: [], outside: 0.2 }, unit }
}

/** Rows that are asked about again and again are read once. */
const read: Record<DayUnit, WeakMap<HistoryRow, Timed>> = { calendar: new WeakMap(), working: new WeakMap() }

function timedOf(row: HistoryRow, unit: DayUnit): Timed {
  let timed = read[unit].get(row)
  if (!timed) {
    const created = Date.parse(row.createdAt)
    const finished = row.finishedAt === null ? null : Date.parse(row.finishedAt)
    const days = finished === null ? 0 : daysBetweenInstants(created, finished, unit)
    timed = { created, finished, days, keys: keysOf(row) }
    read[unit].set(row, timed)
  }
  return timed
}

/** Requests on which the choices are compared. */
const COMPARED = 800

/** Replays the office's history in order of time and keeps what was chosen and how well the intervals held. */
export function trainDurations(history: readonly HistoryRow[], unit: DayUnit, now: number): DurationModel {
  const requests = history.map((row) => timedOf(row, unit)).filter(({ created }) => Number.isFinite(created))
  const replay = new Replay({ text: false, grouped: true })
  const alarms = new Alarms()
  const open = new Map<number, Told>()
  // To compare the choices on each of many requests costs seconds and says the same.
  const stride = Math.max(1, Math.floor(requests.length / COMPARED))
  for (const { at, request, finish } of eventsOf(requests)) {
    if (at > now) break
    for (const told of alarms.until(at)) if (!told.finished) replay.overrun(told)
    const { keys, days } = requests[request]!
    if (finish) {
      replay.finish(days, keys, open.get(request))
      open.delete(request)
    } else {
      const told = replay.create(keys, null, request % stride === 0)
      open.set(request, told)
      // Working days pass more slowly than calendar days.
      alarms.add(at + told.high * DAY * (unit === 'working' ? 1.4 : 1), told)
    }
  }
  return { ...replay.state(), unit }
}

export interface OfficeEstimate extends Omit<TimeEstimate, 'riskFactors' | 'recommendations'> {
  /** finished requests it rests on */
  rests: number
  usualDays: number
}

/** What stands in before anything was finished, in calendar days: said to be a guess in the basis. */
const GUESS: Record<DevelopmentType | 'any', readonly [low: number, middle: number, high: number]> = {
  UI: [3, 9, 30],
  API: [6, 18, 50],
  Backend: [6, 18, 55],
  Database: [5, 16, 50],
  Security: [4, 15, 50],
  Integration: [12, 35, 90],
  'Full-Stack': [20, 55, 130],
  any: [5, 20, 70],
}
/** Finished requests below which the guess is still mixed in. */
const ENOUGH = 12
/** Weight of a similar finished request, in requests, times its likeness. */
const SIMILAR_WEIGHT = 3

/**
 * @param history finished and open requests that exist at `now`; of later ones nothing is read
 * @param similar ids of similar requests with their likeness, best first
 * @param chances of each fifth of the durations by the text; null when unknown
 */
export function estimateDuration(
  model: DurationModel,
  subject: EstimateSubject,
  history: readonly HistoryRow[],
  similar: readonly { id: string; score: number }[],
  now: number,
  chances: ArrayLike<number> | null = null,
): OfficeEstimate {
  const { unit, pace } = model
  const scale = unit === 'working' ? 5 / 7 : 1
  const all = history
    .filter((row) => row.id !== subject.id)
    .map((row) => ({ row, timed: timedOf(row, unit) }))
    .filter(({ timed }) => timed.created <= now)
  const isDone = ({ finished }: Timed) => finished !== null && finished <= now
  const open = all.filter(({ timed }) => !isDone(timed)).map(({ timed }) => timed.created)
  const done = all
    .filter(({ timed }) => isDone(timed))
    .sort((a, b) => a.timed.finished! - b.timed.finished! || (a.row.id < b.row.id ? -1 : 1))
  const finished = new Finished()
  for (const { timed } of done) finished.add(timed.days, timed.keys)
  const keys = keysOf(subject)
  let sample = finished.sample(keys, pace)
  sample = censored(sample, done, open, pace, unit, now)
  sample = lean(sample, chances, model.trust)

  const byId = new Map(done.map((entry) => [entry.row.id, entry]))
  const comparables: Comparable[] = similar.flatMap(({ id, score }) => {
    const entry = byId.get(id)
    if (!entry) return []
    const { requestId, title } = entry.row
    return [{ id, requestId, title, days: round(entry.timed.days), likeness: score }]
  })
  const extra = comparables.slice(0, 5).map(({ days, likeness }) => [days, SIMILAR_WEIGHT * likeness ** 2] as const)
  const guess = GUESS[subject.developmentType ?? 'any'].map((days) => [days * scale, 1] as const)
  const missing = Math.max(0, ENOUGH - done.length)
  sample = withPairs(sample, [...extra, ...guess.map(([days]) => [days, missing / 3] as const)])

  const ends = intervalOf(sample, new Levels(0.8, model.levels.recent, model.levels.outside).ends)
  const estimate = Math.max(pointOf(sample, pace.point), 0.1)
  const low = Math.min(ends.low, estimate)
  const high = Math.max(ends.high, estimate, low + 0.1)
  let [near, whole] = [0, 0]
  sample.values.forEach((days, i) => {
    const weight = sample.upTo[i]! - (i > 0 ? sample.upTo[i - 1]! : 0)
    whole += weight
    if (days >= estimate / 2 && days <= estimate * 2) near += weight
  })
  const usual = sampleOf(done.slice(-200).map(({ timed }) => [timed.days, 1]))
  const usualDays = quantile(usual, 0.5)
  return {
    estimatedDays: round(estimate),
    confidence: whole > 0 ? hundredth(near / whole) : 0,
    factors: factorsOf(subject, finished, keys, usualDays, comparables, unit),
    low: round(low),
    high: round(high),
    unit,
    comparables,
    basis: basisOf(subject, finished, keys, done.length),
    rests: done.length,
    usualDays,
  }
}

/** So many times the steady number are open now and then without anything having changed. */
const USUAL_SWING = 1.25

/**
 * The requests that are still open count as "takes longer than its age so far". Each gives its weight to the longer durations
 * of the sample (Efron's redistribution, which is the Kaplan–Meier estimate). Only requests as young as the finished ones'
 * oldest count, and only when more wait than a steady flow explains: finished requests alone are then biased to the quick ones.
 */
function censored(
  sample: Sample,
  done: readonly { timed: Timed }[],
  open: readonly number[],
  pace: Pace,
  unit: DayUnit,
  now: number,
): Sample {
  const recent = done.slice(-pace.window)
  if (recent.length < 5) return sample
  const since = Math.min(...recent.map(({ timed }) => timed.created))
  const ages = open.filter((created) => created >= since).map((created) => daysBetweenInstants(created, now, unit))
  // Little's law: in a steady flow as many are open as are finished during a mean duration. Only the surplus is new information.
  const span = daysBetweenInstants(recent[0]!.timed.finished!, now, unit)
  const mean = recent.reduce((sum, { timed }) => sum + timed.days, 0) / recent.length
  const steady = span > 0 ? (recent.length / span) * mean : 0
  const surplus = ages.length > 0 ? Math.max(0, Math.min(1, (ages.length - USUAL_SWING * steady) / ages.length)) : 0
  if (surplus === 0) return sample
  const { values, upTo } = sample
  const longest = values.at(-1)!
  const pairs = Array.from(values, (days, i): [number, number] => [days, upTo[i]! - (i > 0 ? upTo[i - 1]! : 0)])
  // What an age gives to each longer duration is noted where those begin, and added up on the way.
  const gains = new Float64Array(values.length)
  for (const age of ages) {
    const from = firstAbove(values, age)
    if (from < values.length) gains[from]! += surplus / (values.length - from)
    else pairs.push([Math.max(age, longest) * 1.2, surplus])
  }
  let gain = 0
  for (const [i, more] of gains.entries()) {
    gain += more
    pairs[i]![1] += gain
  }
  return sampleOf(pairs)
}

/** Where the values above `limit` begin, in ascending ones. */
function firstAbove(values: ArrayLike<number>, limit: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (values[middle]! > limit) high = middle
    else low = middle + 1
  }
  return low
}

function withPairs(sample: Sample, extra: readonly (readonly [number, number])[]): Sample {
  const own = Array.from(
    sample.values,
    (days, i) => [days, sample.upTo[i]! - (i > 0 ? sample.upTo[i - 1]! : 0)] as const,
  )
  return sampleOf([...own, ...extra])
}

function factorsOf(
  subject: EstimateSubject,
  finished: Finished,
  keys: readonly string[],
  usual: number,
  comparables: readonly Comparable[],
  unit: DayUnit,
): string[] {
  const factors: string[] = []
  const name = unit === 'working' ? 'working days' : 'days'
  const middle = (key: string) => quantile(finished.sample([key], { ...DEFAULT_PACE, window: 200 }), 0.5)
  if (subject.developmentType && finished.count(keys[2]) >= 5) {
    factors.push(`${subject.developmentType} requests: half take at most ${round(middle(keys[2]!))} ${name}.`)
  }
  if (finished.count(keys[1]) >= 5) {
    factors.push(`With ${subject.priority} priority: half take at most ${round(middle(keys[1]!))} ${name}.`)
  }
  if (Number.isFinite(usual)) factors.push(`All finished requests: half take at most ${round(usual)} ${name}.`)
  if (comparables.length > 0) {
    const days = comparables.map((comparable) => Math.max(1, Math.round(comparable.days)))
    const [from, to] = [Math.min(...days), Math.max(...days)]
    const range = from === to ? `${to} ${to === 1 ? name.slice(0, -1) : name}` : `${from} to ${to} ${name}`
    factors.push(`${days.length} similar finished request${days.length === 1 ? '' : 's'} took ${range}.`)
  }
  return factors
}

function basisOf(subject: EstimateSubject, finished: Finished, keys: readonly string[], all: number): string {
  if (all === 0) return 'No requests have been finished yet, so this is based on starting figures.'
  const type = subject.developmentType
  const few = all < ENOUGH ? ', too few to rely on alone, so starting figures are mixed in' : ''
  const requests = `${all} finished ${all === 1 ? 'request' : 'requests'} of all kinds`
  if (type === null) return `${requests}, since its own kind is not certain${few}`
  const own = finished.count(keys[2])
  // Of many only the newest are looked at.
  if (own >= 5) return `${own} finished ${type} requests among the ${all} considered${few}`
  return `${requests}, ${own === 0 ? 'none' : `only ${own}`} of them ${type} work${few}`
}

function round(days: number): number {
  return days < 10 ? Math.round(days * 10) / 10 : Math.round(days)
}
