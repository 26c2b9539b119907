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

/** The key of a department; whether the office has it, the service knows. */
export const Department = z
  .string({ error: 'Department is required' })
  .min(1, { error: 'Department is required', abort: true })
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'There is no such department')
export type Department = z.infer<typeof Department>
/** As many as an office can have. */
export const MOST_DEPARTMENTS = 200
export const Priority = z.enum(PRIORITY_KEYS, { error: 'Priority must be low, medium, high or critical' })
export type Priority = z.infer<typeof Priority>
export const Status = z.enum(STATUS_KEYS)
export type Status = z.infer<typeof Status>

/** A value of each kind, as it is stored and answered. */
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

/** What may be entered. A date that has to be given is asked for in other words than one that may be left as it is. */
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

/** A schema for each of the fields, by the names of the wire. */
function schemasOf<T>(fields: typeof FIELDS, schemaOf: (field: (typeof FIELDS)[number]) => z.ZodType): T {
  // The types of fields and schemas come from the same table as the loop.
  return Object.fromEntries(fields.map((field) => [field.wire, schemaOf(field)])) as T
}

/**
 * A request as every answer carries it. Dates that people enter are `YYYY-MM-DD`, instants are ISO in UTC.
 */
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
  /** When a stored classification came to be; null while the request still waits for one. */
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

/** Body of POST /api/requests: the files arrive with the request, or neither is stored. */
export const NewRequestWithFiles = NewRequest.extend({ uploadIds: UploadIds.optional() })
export type NewRequestWithFiles = z.infer<typeof NewRequestWithFiles>

/** Why a status is changed, for the history. */
const Reason = optionalText(LIMITS.reason)

/** A changed value of each field. */
export const FIELD_CHANGES = schemasOf<{ [N in FieldName as WireName<N>]: Schema<N> }>(FIELDS, (field) =>
  ENTERED[field.kind](field, false),
)

/** Fields left out stay as they are. `version` is the one the editor started from; a stale one is refused with 409. */
export const RequestPatch = z.strictObject({
  id: z.string().optional(),
  ...schemasOf<{ [N in FieldName as WireName<N>]: z.ZodOptional<Schema<N>> }>(FIELDS, ({ wire }) =>
    FIELD_CHANGES[wire].optional(),
  ),
  /** goes with a change of `status` and is refused without one */
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
  /** the search as it is typed: misspellings are not corrected */
  literal: z.enum(['true'], { error: 'literal can only be true' }).optional(),
  priority: listOf(Priority).optional(),
  department: listOf(Department, MOST_DEPARTMENTS).optional(),
  /** a user's id, or `unassigned` */
  assignedTo: reference().optional(),
  /** `me` or a user's id */
  requester: reference().optional(),
  overdue: z.enum(['true'], { error: 'overdue can only be true' }).optional(),
  dueFrom: dateInQuery,
  dueTo: dateInQuery,
  createdFrom: dateInQuery,
  createdTo: dateInQuery,
  /** finished on these days; whatever is not completed now is left out */
  completedFrom: dateInQuery,
  completedTo: dateInQuery,
  sort: z.enum(SORT_COLUMNS).optional(),
  order: z.enum(['asc', 'desc']).optional(),
})
export type RequestListQuery = z.infer<typeof RequestListQuery>

/** Where a search found a request, when its title and number do not say: some words around the hit, or whose it is. */
export const Passage = z.object({
  source: z.enum(['description', 'comment', 'requester', 'document']),
  text: z.string(),
  /** where the source is one */
  document: z
    .object({
      id: z.string(),
      name: z.string(),
      page: z.int(),
      /** null where the format has no printed pages, and `page` is a part of the text */
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
  /** False when more matched than was counted; then `total` is the lower bound and the page says "more than". */
  exact: z.boolean(),
  /** What was searched for instead, because nothing was found for the search as it was typed. */
  corrected: z.string().optional(),
})
export type RequestList = z.infer<typeof RequestList>

/**
 * Body of the 409 `stale-version`: the error with the request as it is now, who changed it last and when,
 * so that the conflict view can show both texts without asking again.
 */
export const RequestConflict = z.object({
  error: z.string(),
  code: z.literal('stale-version'),
  current: ServiceRequest.extend({ changedBy: PersonName.nullable(), changedAt: z.string() }),
})
export type RequestConflict = z.infer<typeof RequestConflict>

/** Body of PUT /api/requests/:id/cancel, which needs none. */
export const Cancellation = z.strictObject({ reason: Reason })
export type Cancellation = z.infer<typeof Cancellation>

/** Answer of PUT /api/requests/:id/cancel. */
export const RequestCancelled = z.object({ message: z.string(), request: ServiceRequest })
export type RequestCancelled = z.infer<typeof RequestCancelled>

/** What the AI suggests values for, by the names of its answers. */
export const SUGGESTED_FIELDS = ['priority', 'developmentType', 'responsibleDepartment'] as const

/**
 * One recorded change: an entry for every field that changed, oldest first. `old` and `new` are the values of the wire
 * (`in_progress`, `2026-03-01`), for `assignedTo` the person's present name, null for nobody.
 * A cancellation is the change of `status` to `cancelled` with an action of its own. `field`, `old` and `new` are null
 * for the events that change no field: created, commented, and what a person asked the AI for (classified, analyzed).
 * A decision about a suggestion has an entry for every field: `old` is what was suggested, `new` what the person made of
 * it, null when rejected. For documents `new` is the name of the one that was added or restored, `old` of the one removed.
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
  /** Why the status was changed, when somebody said. */
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
