import type { ProcessingTime, TimeEstimate } from '../../../shared/estimates.ts'
import type { EstimateDays } from '../../../shared/settings.ts'
import { dayRange, isTooWide, rangesInWords, WHOLE_WAY } from '../../../shared/estimated-days.ts'

export const TOO_DIFFERENT = 'Too different to say'

/** The ranges of an estimate as a sentence. Estimates stored by older versions have the wide range only. */
export function rangeSentence(
  time: Pick<TimeEstimate | ProcessingTime, 'low' | 'high' | 'details'>,
  unit: EstimateDays | undefined,
): string {
  const { low, high, details } = time
  if (isTooWide(time))
    return `Comparable requests took ${dayRange(low, high, unit)} ${WHOLE_WAY}, too far apart to plan with.`
  if (!details) return `Four in five take ${dayRange(low, high, unit)} ${WHOLE_WAY}.`
  return rangesInWords(details.half, { low, high }, unit)
}
