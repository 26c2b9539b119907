import { z } from 'zod'
import { text } from './texts/say.ts'
import { UploadIds } from './documents.ts'
import {
  ENTERED_FIELDS,
  type EnteredName,
  type FieldKind,
  type FieldName,
  FIELDS,
  type KindOf,
  type RequestField,
  type WireName,
} from './request-fields.ts'
import { PRIORITY_KEYS, STATUS_KEYS } from './request-rules.ts'
import { calendarDate, LIMITS, optionalText, reference, requiredLine, requiredText } from './text.ts'
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
  text: ({ label, limit = LIMITS.title }) => requiredLine(text('{label} is required', { label }), limit),
  'long-text': ({ label, limit = LIMITS.description }) => requiredText(text('{label} is required', { label }), limit),
  priority: () => Priority,
  department: () => Department,
  status: () => Status,
  person: () =>
    reference(0)
      .nullable()
      .transform((id) => (id === 'unassigned' || id === '' ? null : id)),
  date: ({ label }, isNew) => calendarDate(isNew ? text('{label} is required', { label }) : undefined),
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

/** Why a status is changed or a due date moved, for the history. */
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
  /** only allowed together with a change of `status`, or of the `dueDate` of an open request */
  reason: Reason,
  version: z.int().min(1).optional(),
})
export type RequestPatch = z.infer<typeof RequestPatch>

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
