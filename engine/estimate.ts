import type { Classification, TimeEstimate } from '../shared/ai.ts'
import { rangeInWords } from '../shared/estimated-days.ts'
import { estimateDuration, type EstimateSubject, type OfficeEstimate } from './durations/duration-estimator.ts'
import type { DayUnit, HistoryRow } from './durations/history.ts'
import type { Model } from './model.ts'

/** How long it will take, with the finished requests that this rests on. `similar` comes from the index, best first. */
export function estimate(
  model: Model,
  subject: EstimateSubject,
  history: readonly HistoryRow[],
  similar: readonly { id: string; score: number }[],
  now: number,
  unit: DayUnit = model.durations.unit,
): OfficeEstimate {
  return estimateDuration({ ...model.durations, unit }, subject, history, similar, now)
}

/** The optional part of a classification, from an estimate for the suggested values. */
export function processingTimeOf(
  time: Pick<TimeEstimate, 'estimatedDays' | 'low' | 'high' | 'unit' | 'confidence' | 'factors'>,
): NonNullable<Classification['processingTime']> {
  const { estimatedDays, low, high, unit, confidence, factors } = time
  return { estimate: rangeInWords(low, high, unit), confidence, factors, days: estimatedDays, low, high }
}
