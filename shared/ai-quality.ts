import { z } from 'zod'
import { chance, SuggestedField } from './ai.ts'
import { Department } from './requests.ts'

/** Answer of GET /api/ai/quality: how suggestions fared against what people decided. */
export const AiQuality = z.object({
  fields: z.array(
    z.object({
      field: SuggestedField,
      /** decisions about it within the period, on drafts and requests that the model had not learned from */
      decided: z.int(),
      /** further decisions, on requests that it had learned from: they would flatter it */
      leftOut: z.int(),
      accepted: z.int(),
      changed: z.int(),
      rejected: z.int(),
      /** suggested against decided, most frequent first; rejected ones have no other value */
      confusion: z.array(z.object({ suggested: z.string(), decided: z.string(), count: z.int() })),
      /** tenths of the stated probability with the share that was accepted */
      calibration: z.array(z.object({ from: chance, to: chance, decided: z.int(), accepted: z.int() })),
      /** share accepted by month, `2026-03`, oldest first: a fall is drift */
      byMonth: z.array(z.object({ month: z.string(), decided: z.int(), accepted: z.int() })),
    }),
  ),
  /** finished requests that had been estimated before; `held`: it took between low and high */
  intervals: z.object({
    finished: z.int(),
    held: z.int(),
    /** the same of the middle half, for estimates that had one; a half is what is promised */
    half: z.object({ finished: z.int(), held: z.int() }),
    /** requests still open whose range has passed: they have missed it, and no share of the finished ones counts them */
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
      /** on held-back recent decisions, the model and the one before it */
      scores: z.record(SuggestedField, z.object({ asked: z.int(), accuracy: chance, before: chance })),
    }),
  ),
})
export type AiQuality = z.infer<typeof AiQuality>
