import { z } from 'zod'
import { SuggestedField } from './ai.ts'
import { Probability } from './probability.ts'
import { Department } from './requests.ts'

/** Answer of GET /api/ai/quality: suggestions compared with people's decisions. */
export const AiQuality = z.object({
  fields: z.array(
    z.object({
      field: SuggestedField,
      /** decisions within the period, on drafts and requests outside the model's training data */
      decided: z.int(),
      /** further decisions, on requests from the training data: counting them would flatter the model */
      leftOut: z.int(),
      accepted: z.int(),
      changed: z.int(),
      rejected: z.int(),
      /** suggested against decided value, most frequent first; a rejected one has `rejected` as its decided value */
      confusion: z.array(z.object({ suggested: z.string(), decided: z.string(), count: z.int() })),
      /** deciles of the stated probability with the share that was accepted */
      calibration: z.array(z.object({ from: Probability, to: Probability, decided: z.int(), accepted: z.int() })),
      /** share accepted by month, `2026-03`, oldest first: a fall is drift */
      byMonth: z.array(z.object({ month: z.string(), decided: z.int(), accepted: z.int() })),
    }),
  ),
  /** finished requests that had an estimate; `held`: the actual duration was between low and high */
  intervals: z.object({
    finished: z.int(),
    held: z.int(),
    /** the same for the middle half, of estimates that had one; nominal coverage is 50 % */
    half: z.object({ finished: z.int(), held: z.int() }),
    /** requests still open past their range: certain misses that the shares of finished requests do not count */
    openPast: z.int(),
    byMonth: z.array(z.object({ month: z.string(), finished: z.int(), held: z.int() })),
    byDepartment: z.array(z.object({ department: Department, finished: z.int(), held: z.int() })),
  }),
  /** newest first */
  models: z.array(
    z.object({
      id: z.int(),
      createdAt: z.string(),
      engine: z.string(),
      version: z.string(),
      takenIntoUse: z.boolean(),
      dataFrom: z.string().nullable(),
      dataTo: z.string().nullable(),
      requests: z.int(),
      decisions: z.int(),
      /** on held-out recent decisions: this model and its predecessor */
      scores: z.record(SuggestedField, z.object({ asked: z.int(), accuracy: Probability, before: Probability })),
    }),
  ),
})
export type AiQuality = z.infer<typeof AiQuality>
