import type { Permission } from './permissions.ts'
import { LIMITS } from './text-rules.ts'

/** How a field is entered, checked and shown. */
export type FieldKind = 'text' | 'long-text' | 'priority' | 'department' | 'status' | 'person' | 'date'

export interface RequestField {
  /** The name of its value in an answer and in a change, where it isn't the field's own. */
  wire: string
  column: string
  label: string
  kind: FieldKind
  /** the longest text, in UTF-16 units */
  limit?: number
  /** What a new request's form begins with; a field without it is not asked for then. */
  initially?: string
  /** what to write in it */
  help?: string
  /** Who may edit the request may change the field, with this permission beside it. */
  alsoNeeds?: Permission
  sortable?: boolean
}

/**
 * What people enter about a request, in the order in which changes made together are recorded. From this table come the contracts,
 * the columns that are written, the history, the forms, the conflict view, the details and the printed sheet. Written out where
 * they are used, because each has a form of its own: the list's columns, its filters and orders, and what is counted.
 */
const REQUEST_FIELDS = {
  title: {
    wire: 'title',
    column: 'title',
    label: 'Title',
    kind: 'text',
    limit: LIMITS.title,
    initially: '',
    sortable: true,
  },
  description: {
    wire: 'description',
    column: 'description',
    label: 'Description',
    kind: 'long-text',
    limit: LIMITS.description,
    help: 'What happens today, what should happen, who is affected',
    initially: '',
  },
  priority: {
    wire: 'priority',
    column: 'priority',
    label: 'Priority',
    kind: 'priority',
    initially: 'medium',
    sortable: true,
  },
  department: {
    wire: 'department',
    column: 'department',
    label: 'Department',
    kind: 'department',
    initially: '',
    sortable: true,
  },
  status: { wire: 'status', column: 'status', label: 'Status', kind: 'status', sortable: true },
  assignedTo: {
    wire: 'assignedToId',
    column: 'assigned_to_id',
    label: 'Assigned to',
    kind: 'person',
    alsoNeeds: 'requests.assign',
    sortable: true,
  },
  dueDate: {
    wire: 'dueDate',
    column: 'due_date',
    label: 'Due date',
    kind: 'date',
    initially: '',
    sortable: true,
  },
} as const satisfies Record<string, RequestField>

type Fields = typeof REQUEST_FIELDS
/** By the name that the history has. */
export type FieldName = keyof Fields
export type KindOf<N extends FieldName> = Fields[N]['kind']
export type WireName<N extends FieldName = FieldName> = Fields[N]['wire']
/** What a new request's form asks for. */
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
/** After the description, each under its own heading. */
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
