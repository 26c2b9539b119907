import { z } from 'zod'

/** Default page size of lists read from the newest entry backwards (comments, history). */
export const PAGE_SIZE = 50
const MAX_PAGE_SIZE = 100
/** UTF-8 bytes of text after which a page ends, so that a hundred of the longest texts never share one answer. */
export const PAGE_BYTES = 256 * 1024

const NOT_A_LIMIT = `limit must be a whole number from 1 to ${MAX_PAGE_SIZE}`

/** @param before schema of an entry's id: the page ends just before that entry */
export function pageQuery<T extends z.ZodType>(before: T) {
  return z.strictObject({
    limit: z
      .string()
      .regex(/^\d{1,9}$/, NOT_A_LIMIT)
      .transform(Number)
      .pipe(z.number().min(1, NOT_A_LIMIT).max(MAX_PAGE_SIZE, NOT_A_LIMIT))
      .optional(),
    before: before.optional(),
  })
}
