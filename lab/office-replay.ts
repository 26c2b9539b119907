import { daysBetweenInstants, type DayUnit, type HistoryRow } from '../engine/durations/history.ts'
import { estimateDuration } from '../engine/durations/duration-estimator.ts'
import { trainDurations, type DurationModel } from '../engine/durations/duration-model.ts'
import { SAMPLE_SIZE } from '../server/ai/estimates/history-queries.ts'

/** Nominal coverage of a range. */
const PROMISED = 0.8
/** Minimum finished requests before estimates are evaluated. */
const WARM_UP = 30

/** A request with its complete history, known in hindsight. */
export interface RequestHistory extends HistoryRow {
  /** when it was rejected or cancelled; from then on it is ignored */
  goneAt: string | null
}

/** The training function: `trainDurations` in the product. */
export type Train = (history: readonly HistoryRow[], unit: DayUnit, now: number) => DurationModel

export interface ReplayMetrics {
  /** number of evaluated estimates */
  judged: number
  /** share of them whose request finished within the range; nominally 0.8 */
  coverage: number
  /** the same for the 50 % range; nominally 0.5 */
  half: number
  /** coverage of each fifth of the estimates, in chronological order */
  fifths: number[]
  /** median absolute error of the estimate, in days of the unit */
  medianError: number
  /**
   * mean interval score: width of the range, plus 10 days for each day that a finished request lay outside (Gneiting and
   * Raftery, 2007)
   */
  intervalScore: number
}

/**
 * Replays an office: gives every request the estimate it would have had on the day it was created, retrained as often as in the
 * product, and compares it with the actual duration. Later data is not used. An estimate is evaluated only after its range has
 * passed, whatever the outcome: of the youngest requests only the quick ones have finished. Rejected and cancelled requests are
 * not evaluated.
 * @param now the instant up to which the history is known
 * @param retrainAfter share of new requests after which the office retrains
 */
export function replayOffice(
  lives: readonly RequestHistory[],
  unit: DayUnit,
  now: number,
  retrainAfter = 0.1,
  train: Train = trainDurations,
): ReplayMetrics {
  const byArrival = lives.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
  const goneAt = byArrival.map((life) => instantOf(life.goneAt))
  const finishedAt = byArrival.map((life) => instantOf(life.finishedAt))
  const byFinish = byArrival.map((_, i) => i).sort((a, b) => finishedAt[a]! - finishedAt[b]!)
  const outcomes: Outcome[] = []
  let model = train([], unit, 0)
  let learnedFrom = 0
  byArrival.forEach((life, arrived) => {
    const at = Date.parse(life.createdAt)
    const isKnown = (i: number) => i < arrived && goneAt[i]! > at
    const finished = byFinish.filter((i) => isKnown(i) && finishedAt[i]! <= at).map((i) => byArrival[i]!)
    const open = byArrival.flatMap((row, i) =>
      isKnown(i) && finishedAt[i]! > at ? [{ ...row, finishedAt: null }] : [],
    )
    // As in `server/ai/training/service.ts`: after this share of new requests, and at least fifty.
    if (arrived - learnedFrom >= Math.max(50, learnedFrom * retrainAfter)) {
      model = train([...finished, ...open], unit, at)
      learnedFrom = arrived
    }
    if (life.goneAt !== null || finished.length < WARM_UP) return
    const newest = [...finished.slice(-SAMPLE_SIZE.finished), ...open.slice(-SAMPLE_SIZE.open)]
    const { estimatedDays, low, high, details } = estimateDuration(model, life, newest, [], at)
    if (daysBetweenInstants(at, now, unit) <= high) return
    if (life.finishedAt === null) {
      outcomes.push({ isHeld: false, isInHalf: false, miss: null, score: null })
      return
    }
    const days = daysBetweenInstants(at, Date.parse(life.finishedAt), unit)
    const outside = Math.max(low - days, days - high, 0)
    const score = high - low + (2 / (1 - PROMISED)) * outside
    const isInHalf = details.half.low <= days && days <= details.half.high
    outcomes.push({ isHeld: outside === 0, isInHalf, miss: Math.abs(days - estimatedDays), score })
  })
  const misses = outcomes.flatMap(({ miss }) => (miss === null ? [] : [miss])).sort((a, b) => a - b)
  const scores = outcomes.flatMap(({ score }) => (score === null ? [] : [score]))
  const share = (some: typeof outcomes) => some.filter(({ isHeld }) => isHeld).length / Math.max(1, some.length)
  return {
    judged: outcomes.length,
    coverage: share(outcomes),
    half: outcomes.filter(({ isInHalf }) => isInHalf).length / Math.max(1, outcomes.length),
    fifths: [0, 1, 2, 3, 4].map((part) =>
      share(outcomes.slice((part * outcomes.length) / 5, ((part + 1) * outcomes.length) / 5)),
    ),
    medianError: misses[misses.length >> 1] ?? NaN,
    intervalScore: scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length),
  }
}

interface Outcome {
  isHeld: boolean
  isInHalf: boolean
  /** null while it is still open past its range */
  miss: number | null
  score: number | null
}

/** Infinity, which compares as "never", for an event that has not happened. */
function instantOf(instant: string | null): number {
  return instant === null ? Infinity : Date.parse(instant)
}
