import { z } from 'zod'
import { Probability } from './probability.ts'
import { Status } from './requests.ts'
import { isStorable, LIMITS, reference } from './text.ts'

/** Body of POST /api/ai/similar. `requestId` names the request itself, which is excluded from the results. */
export const SimilarCall = z.strictObject({
  title: z.string().max(LIMITS.title).refine(isStorable, 'This text cannot be searched'),
  description: z.string().max(LIMITS.description).refine(isStorable, 'This text cannot be searched').optional(),
  requestId: reference().optional(),
  limit: z.int().min(1).max(20).optional(),
})
export type SimilarCall = z.infer<typeof SimilarCall>

const SimilarRequest = z.object({
  id: z.string(),
  requestId: z.string(),
  title: z.string(),
  status: Status,
  likeness: Probability,
  /** so alike that both may ask for the same thing */
  possibleDuplicate: z.boolean(),
})
/** Most alike first, only requests that the caller may see. `ready` is false while the index is still being built. */
export const Similar = z.object({ ready: z.boolean(), requests: z.array(SimilarRequest) })
export type Similar = z.infer<typeof Similar>
