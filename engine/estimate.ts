import type { ProcessingTime } from '../shared/ai.ts'
import { rangeInWords, USUAL_WEEK } from '../shared/estimated-days.ts'
import { estimateDuration, type EstimateSubject, type OfficeEstimate } from './durations/duration-estimator.ts'
import type { DurationModel } from './durations/duration-model.ts'
import type { HistoryRow } from './durations/history.ts'
import type { Model } from './model.ts'

/** Estimates the duration, with the finished requests that this is based on. `similar` comes from the index, best first. */
export function estimate(
  model: Model,
  subject: EstimateSubject,
  history: readonly HistoryRow[],
  similar: readonly { id: string; score: number }[],
  now: number,
  durations: DurationModel = model.durations,
): OfficeEstimate {
  return estimateDuration(durations, subject, history, similar, now)
}

/** The optional part of a classification, from an estimate for the suggested values. @param workWeek working days of a week */
export function processingTimeOf(
  time: Pick<OfficeEstimate, 'estimatedDays' | 'low' | 'high' | 'unit' | 'confidence' | 'factors' | 'details'>,
  workWeek: number = USUAL_WEEK,
): ProcessingTime {
  const { estimatedDays, low, high, unit, confidence, factors, details } = time
  return {
    estimate: rangeInWords(low, high, unit, workWeek),
    confidence,
    factors,
    days: estimatedDays,
    low,
    high,
    unit,
    details,
  }
}
