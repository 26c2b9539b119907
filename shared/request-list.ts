import { z } from 'zod'
import { SORT_COLUMNS } from './request-fields.ts'
import { Department, MAX_DEPARTMENTS, Priority, ServiceRequest, Status } from './requests.ts'
import { INVALID_DATE, isCalendarDate, isStorable, LIMITS, personId } from './text.ts'
import { wholeNumber } from './whole-number.ts'

const dateInQuery = z.string().refine(isCalendarDate, INVALID_DATE).optional()
/** One value or several separated by commas: `status=pending,in_progress`. */
function listOf<T extends z.ZodType<string, string>>(item: T, most = 20) {
  return z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(item).max(most))
}

/** Query of GET /api/requests. Anything unknown or malformed is 400: a mistyped filter must not widen the answer. */
export const RequestListQuery = z.strictObject({
  page: wholeNumber(10_000_000, 'page must be a whole number from 1').optional(),
  limit: wholeNumber(100, 'limit must be a whole number from 1 to 100').optional(),
  status: listOf(Status).optional(),
  search: z
    .string()
    .max(LIMITS.search, `At most ${LIMITS.search} characters`)
    .refine(isStorable, 'This text cannot be searched')
    .optional(),
  /** search exactly as typed, without spelling correction */
  literal: z.enum(['true'], { error: 'literal can only be true' }).optional(),
  priority: listOf(Priority).optional(),
  department: listOf(Department, MAX_DEPARTMENTS).optional(),
  /** a user's id, or `unassigned` */
  assignedTo: personId('unassigned').optional(),
  /** `me` or a user's id */
  requester: personId('me').optional(),
  /** a notice of the caller's: the requests that it bundles */
  notice: z.string().max(100, 'notice must be the id of a notification').refine(isStorable).optional(),
  overdue: z.enum(['true'], { error: 'overdue can only be true' }).optional(),
  dueFrom: dateInQuery,
  dueTo: dateInQuery,
  createdFrom: dateInQuery,
  createdTo: dateInQuery,
  /** completed on these days; requests not completed now are left out */
  completedFrom: dateInQuery,
  completedTo: dateInQuery,
  sort: z.enum(SORT_COLUMNS).optional(),
  order: z.enum(['asc', 'desc']).optional(),
})
export type RequestListQuery = z.infer<typeof RequestListQuery>

/** Why a search found a request, if title and number do not show it: some words around the hit, or a person's name. */
export const Passage = z.object({
  source: z.enum(['description', 'comment', 'requester', 'document', 'document-name']),
  text: z.string(),
  /** if the source is a document or its name */
  document: z
    .object({
      id: z.string(),
      name: z.string(),
      page: z.int(),
      /** null if the format has no printed pages; `page` is then a part of the text */
      pages: z.int().nullable(),
    })
    .optional(),
})
export type Passage = z.infer<typeof Passage>
export const ListedRequest = ServiceRequest.extend({ passage: Passage.optional() })
export type ListedRequest = z.infer<typeof ListedRequest>

export const RequestList = z.object({
  requests: z.array(ListedRequest),
  total: z.int(),
  /** False when counting stopped early; then `total` is a lower bound and the page says "more than". */
  exact: z.boolean(),
  /** The corrected search, if the search as typed found nothing. */
  corrected: z.string().optional(),
})
export type RequestList = z.infer<typeof RequestList>
