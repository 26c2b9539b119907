import type { Comparable, RangeDetails, TimeEstimate } from '../../shared/estimates.ts'
import { hundredth } from '../../shared/chance.ts'
import { comparisonSentences } from './comparison-sentences.ts'
import type { DurationModel } from './duration-model.ts'
import { basisOf, factorsOf, narrowingHints, roundDays } from './duration-sentences.ts'
import { FinishedDurations, type TimedRequest } from './durations.ts'
import { facetsIn, keysOf } from './groups.ts'
import { daysBetweenInstants, FACETS, facetsOf, timedOf, type HistoryRow } from './history.ts'
import { RangeLevels } from './range-levels.ts'
import { readRanges } from './replay.ts'
import { quantile, sampleOf, weightOf, type Sample } from './sample.ts'
import { guessFor } from './starting-figures.ts'

/** Duration estimates for an office: the estimator of `durations.ts` applied to the product's own rows. */
export type EstimateSubject = Pick<
  HistoryRow,
  'title' | 'description' | 'priority' | 'department' | 'developmentType'
> & { id?: string; /** as people read it; its key when left out */ departmentName?: string }

export interface OfficeEstimate extends Omit<TimeEstimate, 'riskFactors' | 'recommendations'> {
  /** number of finished requests used */
  sampleSize: number
  usualDays: number
  details: RangeDetails
}

/** Weight of a similar finished request in requests, multiplied by its squared similarity. */
const SIMILAR_WEIGHT = 3
const MAX_SIMILAR = 5
/** The grouping by development type alone. */
const KIND = 0b001

/**
 * @param history finished and open requests; events after `now` are not used
 * @param similar ids of similar requests with their similarity, best first
 */
export function estimateDuration(
  model: DurationModel,
  subject: EstimateSubject,
  history: readonly HistoryRow[],
  similar: readonly { id: string; score: number }[],
  now: number,
): OfficeEstimate {
  const { unit, grouping, calendar } = model
  const { done, own } = readHistory(history, subject.id, model, now)
  const timed = done.map((entry) => entry.timed)
  // Also grouped by development type, for the explanations.
  const finished = new FinishedDurations([grouping, KIND])
  for (const { days, facets } of timed) finished.add(days, facets)
  const facets = facetsOf(subject)
  const keys = keysOf(grouping, facets)
  const comparables = comparablesOf(done, similar)
  const sample = withPairs(finished.sample(keys), [
    ...comparables.slice(0, MAX_SIMILAR).map(({ days, likeness }) => [days, SIMILAR_WEIGHT * likeness ** 2] as const),
    ...guessFor(subject.developmentType, unit, done.length),
  ])
  const ranges = readRanges(sample, new RangeLevels(model.levels).of(keys))
  const estimate = Math.max(ranges.estimate, 0.1)
  const [low, halfLow, halfHigh, high] = ranges.ends.map(roundDays) as [number, number, number, number]
  const recent = sampleOf(timed.slice(-200).map(({ days }) => [days, 1]))
  const usualDays = quantile(recent, 0.5)
  const groupedBy = facetsIn(grouping).map((facet) => FACETS[facet]!)
  const age = own && own.finished === null ? daysBetweenInstants(own.created, now, unit, calendar) : null
  const known = { subject, groupedBy, finished, keys, unit, all: done.length }
  return {
    estimatedDays: roundDays(estimate),
    confidence: shareWithinFactorTwo(sample, estimate),
    factors: factorsOf(known, usualDays, comparables),
    low,
    high,
    unit,
    comparables,
    basis: basisOf(known),
    details: {
      half: { low: halfLow, high: halfHigh },
      groupedBy: groupedBy.filter((facet) => subject[facet] !== null),
      requests: finished.count(keys[0]),
      standing: comparisonSentences(estimate, recent, sample, age, unit),
      narrowedBy: narrowingHints(known, comparables.length),
    },
    sampleSize: done.length,
    usualDays,
  }
}
interface Done {
  row: HistoryRow
  timed: TimedRequest
}

/** Requests finished by `now` in order of completion, and the request itself if it is stored. */
function readHistory(
  history: readonly HistoryRow[],
  ownId: string | undefined,
  { unit, calendar }: Pick<DurationModel, 'unit' | 'calendar'>,
  now: number,
): { done: Done[]; own: TimedRequest | undefined } {
  const known = history
    .map((row) => ({ row, timed: timedOf(row, unit, calendar) }))
    .filter(({ timed }) => timed.created <= now)
  return {
    own: known.find(({ row }) => row.id === ownId)?.timed,
    done: known
      .filter(({ row, timed: { finished } }) => row.id !== ownId && finished !== null && finished <= now)
      .sort((a, b) => a.timed.finished! - b.timed.finished! || (a.row.id < b.row.id ? -1 : 1)),
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

function withPairs({ values, upTo }: Sample, extra: readonly (readonly [number, number])[]): Sample {
  return sampleOf([...Array.from(values, (days, i) => [days, weightOf(upTo, i)] as const), ...extra])
}

function shareWithinFactorTwo({ values, upTo }: Sample, estimate: number): number {
  let [near, whole] = [0, 0]
  values.forEach((days, i) => {
    const weight = weightOf(upTo, i)
    whole += weight
    if (days >= estimate / 2 && days <= estimate * 2) near += weight
  })
  return whole > 0 ? hundredth(near / whole) : 0
}
