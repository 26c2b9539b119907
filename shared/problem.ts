import { z } from 'zod'

/** Every failure of the API has this body. `error` is a sentence for people; the page switches on `code`. */
export const Problem = z.object({
  error: z.string(),
  code: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  reference: z.string().optional(),
})
export type Problem = z.infer<typeof Problem>
