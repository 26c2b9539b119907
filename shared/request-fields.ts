import type { Permission } from './permissions.ts'
import { LIMITS } from './text-rules.ts'
import { text, type Text } from './texts/say.ts'

/** How a field is entered, checked and shown. */
export type FieldKind = 'text' | 'long-text' | 'priority' | 'department' | 'status' | 'person' | 'date'

export interface RequestField {
  /** Its name in answers and changes, if it differs from the field's own. */
  wire: string
  column: string
  label: Text
  kind: FieldKind
  /** the longest text, in UTF-16 units */
  limit?: number
  /** Initial value in the form of a new request; without it the form has no such field. */
  initially?: string
  /** help text of the input */
  help?: Text
  /** Permission needed to change the field, in addition to editing the request. */
  alsoNeeds?: Permission
  sortable?: boolean
}

/**
 * Fields of a request, in the order in which simultaneous changes are recorded. This table drives the contracts, the
 * written columns, the history, the forms, the conflict view, the details and the printed sheet. Not generated, because
 * each is specific: the list's columns, its filters and orders, and the counts.
 */
const REQUEST_FIELDS = {
  title: {
    wire: 'title',
    column: 'title',
    label: text('Title'),
    kind: 'text',
    limit: LIMITS.title,
    initially: '',
    sortable: true,
  },
  description: {
    wire: 'description',
    column: 'description',
    label: text('Description'),
    kind: 'long-text',
    limit: LIMITS.description,
    help: text('What happens today, what should happen, who is affected'),
    initially: '',
  },
  priority: {
    wire: 'priority',
    column: 'priority',
    label: text('Priority'),
    kind: 'priority',
    initially: 'medium',
    sortable: true,
  },
  department: {
    wire: 'department',
    column: 'department',
    label: text('Department'),
    kind: 'department',
    initially: '',
    sortable: true,
  },
  status: { wire: 'status', column: 'status', label: text('Status'), kind: 'status', sortable: true },
  assignedTo: {
    wire: 'assignedToId',
    column: 'assigned_to_id',
    label: text('Assigned to'),
    kind: 'person',
    alsoNeeds: 'requests.assign',
    sortable: true,
  },
  dueDate: {
    wire: 'dueDate',
    column: 'due_date',
    label: text('Due date'),
    kind: 'date',
    initially: '',
    sortable: true,
  },
} as const satisfies Record<string, RequestField>

type Fields = typeof REQUEST_FIELDS
/** The name used in the history. */
export type FieldName = keyof Fields
export type KindOf<N extends FieldName> = Fields[N]['kind']
export type WireName<N extends FieldName = FieldName> = Fields[N]['wire']
/** The fields in the form of a new request. */
export type EnteredName = { [N in FieldName]: Fields[N] extends { initially: string } ? N : never }[FieldName]
type SortableName = { [N in FieldName]: Fields[N] extends { sortable: true } ? N : never }[FieldName]

export interface NamedField extends RequestField {
  name: FieldName
  wire: WireName
  column: Fields[FieldName]['column']
}

// The keys of a constant are exactly those of its type.
export const FIELDS: readonly NamedField[] = (Object.keys(REQUEST_FIELDS) as FieldName[]).map((name) => ({
  name,
  ...REQUEST_FIELDS[name],
}))
export const ENTERED_FIELDS = FIELDS.filter(
  (field): field is NamedField & { wire: EnteredName; initially: string } => 'initially' in field,
)
/** Shown after the description, each under its own heading. */
export const LONG_TEXTS = FIELDS.filter(
  (field): field is NamedField & { wire: LongTextName } => field.kind === 'long-text',
)
type LongTextName = { [N in FieldName]: KindOf<N> extends 'long-text' ? WireName<N> : never }[FieldName]

export const SORT_COLUMNS = [
  'requestId',
  ...FIELDS.filter(({ sortable }) => sortable).map(({ name }) => name as SortableName),
  'createdAt',
  'updatedAt',
] as const
