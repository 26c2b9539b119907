import type { Comparable, DevelopmentType, TimeEstimate } from '../../shared/ai.ts'
import { hundredth } from '../../shared/chance.ts'
import type { DurationModel } from './duration-model.ts'
import { basisOf, ENOUGH_FINISHED, factorsOf, roundDays } from './duration-sentences.ts'
import { ConformalLevels, FinishedDurations, intervalOf, pointOf, type TimedRequest } from './durations.ts'
import { keysOf, timedOf, type HistoryRow } from './history.ts'
import { withOpenRequests } from './open-requests.ts'
import { quantile, sampleOf, type Sample } from './sample.ts'

/** How long requests of this office take: the estimator of `durations.ts` on the product's own rows. */
export type EstimateSubject = Pick<
  HistoryRow,
  'title' | 'description' | 'priority' | 'department' | 'developmentType'
> & { id?: string }

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
const WORKING_DAYS = 5 / 7
/** Weight of a similar finished request, in requests, times its likeness squared. */
const SIMILAR_WEIGHT = 3
const MAX_SIMILAR = 5

/**
 * @param history finished and open requests that exist at `now`; of later ones nothing is read
 * @param similar ids of similar requests with their likeness, best first
 */
export function estimateDuration(
  model: DurationModel,
  subject: EstimateSubject,
  history: readonly HistoryRow[],
  similar: readonly { id: string; score: number }[],
  now: number,
): OfficeEstimate {
  const { unit, sampling } = model
  const { done, open } = readHistory(history, subject.id, unit, now)
  const timed = done.map((entry) => entry.timed)
  const finished = new FinishedDurations()
  for (const { days, keys } of timed) finished.add(days, keys)
  const keys = keysOf(subject)
  const comparables = comparablesOf(done, similar)
  const sample = withPairs(withOpenRequests(finished.sample(keys, sampling), timed, open, sampling, unit, now), [
    ...comparables.slice(0, MAX_SIMILAR).map(({ days, likeness }) => [days, SIMILAR_WEIGHT * likeness ** 2] as const),
    ...guessFor(subject.developmentType, unit, done.length),
  ])

  const ends = intervalOf(sample, new ConformalLevels(0.8, model.levels.recent, model.levels.outside).ends)
  const estimate = Math.max(pointOf(sample, sampling.point), 0.1)
  const low = Math.min(ends.low, estimate)
  const usualDays = quantile(sampleOf(timed.slice(-200).map(({ days }) => [days, 1])), 0.5)
  return {
    estimatedDays: roundDays(estimate),
    confidence: shareWithinFactorTwo(sample, estimate),
    factors: factorsOf(subject, finished, keys, usualDays, comparables, unit),
    low: roundDays(low),
    high: roundDays(Math.max(ends.high, estimate, low + 0.1)),
    unit,
    comparables,
    basis: basisOf(subject.developmentType, finished, keys[2], done.length),
    rests: done.length,
    usualDays,
  }
}

interface Done {
  row: HistoryRow
  timed: TimedRequest
}

/** What was finished at `now`, in that order, and when each of the open ones was created. */
function readHistory(
  history: readonly HistoryRow[],
  ownId: string | undefined,
  unit: DurationModel['unit'],
  now: number,
): { done: Done[]; open: number[] } {
  const all = history
    .filter((row) => row.id !== ownId)
    .map((row) => ({ row, timed: timedOf(row, unit) }))
    .filter(({ timed }) => timed.created <= now)
  const isDone = ({ timed: { finished } }: Done) => finished !== null && finished <= now
  return {
    open: all.filter((entry) => !isDone(entry)).map(({ timed }) => timed.created),
    done: all.filter(isDone).sort((a, b) => a.timed.finished! - b.timed.finished! || (a.row.id < b.row.id ? -1 : 1)),
  }
}

function comparablesOf(done: readonly Done[], similar: readonly { id: string; score: number }[]): Comparable[] {
  const byId = new Map(done.map((entry) => [entry.row.id, entry]))
  return similar.flatMap(({ id, score }) => {
    const entry = byId.get(id)
    if (!entry) return []
    const { requestId, title } = entry.row
    return [{ id, requestId, title, days: roundDays(entry.timed.days), likeness: score }]
  })
}

function guessFor(type: DevelopmentType | null, unit: DurationModel['unit'], finished: number) {
  const scale = unit === 'working' ? WORKING_DAYS : 1
  const missing = Math.max(0, ENOUGH_FINISHED - finished)
  return GUESS[type ?? 'any'].map((days) => [days * scale, missing / 3] as const)
}

function withPairs(sample: Sample, extra: readonly (readonly [number, number])[]): Sample {
  return sampleOf([...Array.from(sample.values, (days, i) => [days, weightOf(sample, i)] as const), ...extra])
}

function shareWithinFactorTwo(sample: Sample, estimate: number): number {
  let [near, whole] = [0, 0]
  sample.values.forEach((days, i) => {
    const weight = weightOf(sample, i)
    whole += weight
    if (days >= estimate / 2 && days <= estimate * 2) near += weight
  })
  return whole > 0 ? hundredth(near / whole) : 0
}

function weightOf({ upTo }: Sample, i: number): number {
  return upTo[i]! - (i > 0 ? upTo[i - 1]! : 0)
}
