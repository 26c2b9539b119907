import { z } from 'zod'
import { EngineStamp } from './ai.ts'
import { TimeEstimate } from './estimates.ts'
import { Department, NewRequest, Priority } from './requests.ts'
import { reference } from './text.ts'

export const ComplexityRating = z.object({
  complexity: z.enum(['low', 'medium', 'high', 'critical']),
  /** out of 10 */
  score: z.number().min(1).max(10),
  reasoning: z.string(),
  keyFactors: z.array(z.string()),
  parts: z.array(z.object({ name: z.string(), points: z.number(), because: z.string() })),
})
export type ComplexityRating = z.infer<typeof ComplexityRating>

/** Answer of GET /api/ai/analyze-request/{id}. */
export const Analysis = z.object({
  timeEstimate: TimeEstimate,
  complexity: ComplexityRating,
  analysisTimestamp: z.string(),
  engine: EngineStamp,
})
export type Analysis = z.infer<typeof Analysis>

/** Body of POST /api/ai/predict-time. With `requestId` the values are read from the stored request and the analysis is stored. */
export const PredictCall = z.strictObject({
  title: NewRequest.shape.title,
  description: NewRequest.shape.description,
  priority: Priority,
  department: Department,
  requestId: reference().optional(),
})
export type PredictCall = z.infer<typeof PredictCall>
