import type { ProcessingTime } from '../shared/estimates.ts'
import { rangeInWords, USUAL_WEEK } from '../shared/estimated-days.ts'
import type { OfficeEstimate } from './durations/duration-estimator.ts'

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
