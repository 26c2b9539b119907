import { z } from 'zod'
import { Probability } from './probability.ts'
import { EstimateDays } from './settings.ts'

/** What durations can be grouped by. */
export const DurationFacet = z.enum(['developmentType', 'priority', 'department'])
export type DurationFacet = z.infer<typeof DurationFacet>

/** Details of a range beyond its ends. Absent in older stored estimates. */
export const RangeDetails = z.object({
  /** half of such requests are expected between these */
  half: z.object({ low: z.number(), high: z.number() }),
  /** the facets that separate durations in this office, as far as they are known for the request; empty when none does */
  groupedBy: z.array(DurationFacet),
  /** finished requests of that group */
  requests: z.int(),
  /** where this request stands among the finished ones, in sentences */
  standing: z.array(z.string()),
  /** what information would make the range narrower, in sentences */
  narrowedBy: z.array(z.string()),
})
export type RangeDetails = z.infer<typeof RangeDetails>

/** Estimated duration, in words and as an 80 % range. */
export const ProcessingTime = z.object({
  estimate: z.string(),
  confidence: Probability,
  factors: z.array(z.string()),
  days: z.number(),
  low: z.number(),
  high: z.number(),
  /** absent in older stored estimates */
  unit: EstimateDays.optional(),
  details: RangeDetails.optional(),
})
export type ProcessingTime = z.infer<typeof ProcessingTime>

/** A finished request that an estimate rests on. */
export const Comparable = z.object({
  id: z.string(),
  requestId: z.string(),
  title: z.string(),
  days: z.number(),
  /** 0 … 1 */
  likeness: Probability,
})
export type Comparable = z.infer<typeof Comparable>

export const TimeEstimate = z.object({
  estimatedDays: z.number(),
  /** share of the comparable requests that took between half and twice the estimate */
  confidence: Probability,
  factors: z.array(z.string()),
  riskFactors: z.array(z.string()),
  recommendations: z.array(z.string()),
  /** 80 % range */
  low: z.number(),
  high: z.number(),
  unit: EstimateDays,
  comparables: z.array(Comparable),
  /** "31 finished Integration requests of the last year" */
  basis: z.string(),
  details: RangeDetails.optional(),
})
export type TimeEstimate = z.infer<typeof TimeEstimate>
