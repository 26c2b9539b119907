import { z } from 'zod'
import { UploadIds } from './documents.ts'
import { pageQuery } from './paging.ts'
import { wholeNumber } from './whole-number.ts'
import {
  ENTERED_FIELDS,
  type EnteredName,
  type FieldKind,
  type FieldName,
  FIELDS,
  type KindOf,
  type RequestField,
  SORT_COLUMNS,
  type WireName,
} from './request-fields.ts'
import { PRIORITY_KEYS, STATUS_KEYS } from './request-rules.ts'
import {
  calendarDate,
  INVALID_DATE,
  isCalendarDate,
  isStorable,
  LIMITS,
  optionalText,
  reference,
  requiredText,
} from './text.ts'
import { PersonName } from './users.ts'

export * from './request-fields.ts'
export * from './request-rules.ts'

/** The key of a department; the service checks that the office has it. */
export const Department = z
  .string({ error: 'Department is required' })
  .min(1, { error: 'Department is required', abort: true })
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'There is no such department')
export type Department = z.infer<typeof Department>
export const MAX_DEPARTMENTS = 200
export const Priority = z.enum(PRIORITY_KEYS, { error: 'Priority must be low, medium, high or critical' })
export type Priority = z.infer<typeof Priority>
export const Status = z.enum(STATUS_KEYS)
export type Status = z.infer<typeof Status>

/** Type of each kind of value, as stored and sent. */
interface Values {
  text: string
  'long-text': string
  priority: Priority
  department: Department
  status: Status
  person: string | null
  date: string
}
type SchemaOf<K extends FieldKind> = z.ZodType<Values[K], Values[K]>
type Schema<N extends FieldName> = SchemaOf<KindOf<N>>

const STORED: { [K in FieldKind]: SchemaOf<K> } = {
  text: z.string(),
  'long-text': z.string(),
  priority: Priority,
  department: Department,
  status: Status,
  person: z.string().nullable(),
  date: z.string(),
}

/** Schemas for input. A required date has a different error message than one that may be left unchanged. */
const ENTERED: { [K in FieldKind]: (field: RequestField, isNew: boolean) => SchemaOf<K> } = {
  text: requiredFieldText,
  'long-text': requiredFieldText,
  priority: () => Priority,
  department: () => Department,
  status: () => Status,
  person: () =>
    reference(0)
      .nullable()
      .transform((id) => (id === 'unassigned' || id === '' ? null : id)),
  date: ({ label }, isNew) => calendarDate(isNew ? `${label} is required` : undefined),
}
function requiredFieldText({ label, limit = LIMITS.description }: RequestField) {
  return requiredText(`${label} is required`, limit)
}

/** One schema per field, by its name on the wire. */
function schemasOf<T>(fields: typeof FIELDS, schemaOf: (field: (typeof FIELDS)[number]) => z.ZodType): T {
  // The cast is safe: field and schema types come from the same table as the loop.
  return Object.fromEntries(fields.map((field) => [field.wire, schemaOf(field)])) as T
}

/** A request in every answer. Dates entered by people are `YYYY-MM-DD`, instants are ISO in UTC. */
export const ServiceRequest = z.object({
  id: z.string(),
  requestId: z.string(),
  ...schemasOf<{ [N in FieldName as WireName<N>]: Schema<N> }>(FIELDS, ({ kind }) => STORED[kind]),
  assignedTo: PersonName.nullable(),
  requesterId: z.string(),
  requester: PersonName.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  startedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  /** When the stored classification was made; null while the request waits for one. */
  classifiedAt: z.string().nullable(),
  version: z.int(),
})
export type ServiceRequest = z.infer<typeof ServiceRequest>
/** The values of a request's fields. */
export type FieldValues = Pick<ServiceRequest, WireName>

export const NewRequest = z.strictObject(
  schemasOf<{ [N in EnteredName as WireName<N>]: Schema<N> }>(ENTERED_FIELDS, (field) =>
    ENTERED[field.kind](field, true),
  ),
)
export type NewRequest = z.infer<typeof NewRequest>

/** Body of POST /api/requests: request and files are stored together, or neither is. */
export const NewRequestWithFiles = NewRequest.extend({ uploadIds: UploadIds.optional() })
export type NewRequestWithFiles = z.infer<typeof NewRequestWithFiles>

/** Why a status is changed, for the history. */
const Reason = optionalText(LIMITS.reason)

/** A changed value of each field. */
export const FIELD_CHANGES = schemasOf<{ [N in FieldName as WireName<N>]: Schema<N> }>(FIELDS, (field) =>
  ENTERED[field.kind](field, false),
)

/** Omitted fields are unchanged. `version` is the one that the editor loaded; a stale one is refused with 409. */
export const RequestPatch = z.strictObject({
  id: z.string().optional(),
  ...schemasOf<{ [N in FieldName as WireName<N>]: z.ZodOptional<Schema<N>> }>(FIELDS, ({ wire }) =>
    FIELD_CHANGES[wire].optional(),
  ),
  /** only allowed together with a change of `status` */
  reason: Reason,
  version: z.int().min(1).optional(),
})
export type RequestPatch = z.infer<typeof RequestPatch>

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
  assignedTo: reference().optional(),
  /** `me` or a user's id */
  requester: reference().optional(),
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
  source: z.enum(['description', 'comment', 'requester', 'document']),
  text: z.string(),
  /** if the source is a document */
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

/**
 * Body of the 409 `stale-version`: the error with the request as it is now, who changed it last and when, so that the
 * conflict view can show both texts without another call.
 */
export const RequestConflict = z.object({
  error: z.string(),
  code: z.literal('stale-version'),
  current: ServiceRequest.extend({ changedBy: PersonName.nullable(), changedAt: z.string() }),
})
export type RequestConflict = z.infer<typeof RequestConflict>

/** Body of PUT /api/requests/:id/cancel; optional. */
export const Cancellation = z.strictObject({ reason: Reason })
export type Cancellation = z.infer<typeof Cancellation>

/** Answer of PUT /api/requests/:id/cancel. */
export const RequestCancelled = z.object({ message: z.string(), request: ServiceRequest })
export type RequestCancelled = z.infer<typeof RequestCancelled>

/** The fields that the AI suggests values for, by their names in its answers. */
export const SUGGESTED_FIELDS = ['priority', 'developmentType', 'responsibleDepartment'] as const

/**
 * One recorded change: an entry for every changed field, oldest first. `old` and `new` are wire values (`in_progress`,
 * `2026-03-01`); for `assignedTo` the person's current name, null if unassigned. A cancellation is the change of `status`
 * to `cancelled`, with its own action. `field`, `old` and `new` are null for events that change no field: created,
 * commented, and AI calls by a person (classified, analyzed). A decision about a suggestion has an entry for every field:
 * `old` is the suggestion, `new` the person's value, null when rejected. For documents `new` is the name of the added or
 * restored one, `old` of the removed one.
 */
const HISTORY_ACTIONS = [
  'created',
  'updated',
  'cancelled',
  'commented',
  'classified',
  'analyzed',
  'decided',
  'document-added',
  'document-removed',
  'document-restored',
] as const
export type HistoryAction = (typeof HISTORY_ACTIONS)[number]

export const HistoryEntry = z.object({
  id: z.int(),
  at: z.string(),
  actor: PersonName.nullable(),
  action: z.enum(HISTORY_ACTIONS),
  field: z.enum([...FIELDS.map(({ name }) => name), ...SUGGESTED_FIELDS]).nullable(),
  old: z.string().nullable(),
  new: z.string().nullable(),
  /** The reason given for the status change, if any. */
  reason: z.string().nullable(),
  version: z.int(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** Query of GET /api/requests/{id}/history. */
export const HistoryPageQuery = pageQuery(
  z
    .string()
    .regex(/^\d{1,15}$/, 'before must be the id of an entry')
    .transform(Number),
)
export type HistoryPageQuery = z.infer<typeof HistoryPageQuery>
