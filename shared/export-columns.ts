import { say, text, type Text } from './texts/say.ts'

/** Type of a spreadsheet value. Instants are written in the office's time zone. */
type ExportKind = 'text' | 'date' | 'instant' | 'number'

export interface TableColumn {
  label: string
  kind: ExportKind
  /** relative column width on a page; default 1 */
  share?: number
  /** on a page its text has lines of its own below the row */
  isLong?: boolean
}

/** A column whose heading is said when it is read. */
function column<const More extends Omit<TableColumn, 'label'>>(label: Text, more: More) {
  return {
    get label() {
      return say(label)
    },
    ...more,
  }
}

/** Columns available in an export of requests, with their headings. */
export const EXPORT_COLUMNS = {
  requestId: column(text('Request ID'), { kind: 'text' }),
  title: column(text('Title'), { kind: 'text', share: 3 }),
  department: column(text('Department'), { kind: 'text', share: 1.3 }),
  priority: column(text('Priority'), { kind: 'text' }),
  status: column(text('Status'), { kind: 'text' }),
  assignedTo: column(text('Assigned To'), { kind: 'text' }),
  dueDate: column(text('Due Date'), { kind: 'date' }),
  ai: column(text('AI Classification'), { kind: 'text' }),
  description: column(text('Description'), { kind: 'text', isLong: true }),
  requester: column(text('Requested By'), { kind: 'text' }),
  createdAt: column(text('Created'), { kind: 'instant' }),
  updatedAt: column(text('Updated'), { kind: 'instant' }),
  startedAt: column(text('Started'), { kind: 'instant' }),
  completedAt: column(text('Completed'), { kind: 'instant' }),
} as const satisfies Record<string, TableColumn>
export type ExportColumn = keyof typeof EXPORT_COLUMNS
export const EXPORT_COLUMN_KEYS = Object.keys(EXPORT_COLUMNS) as [ExportColumn, ...ExportColumn[]]

/** The columns of the list on the page, in its order. */
export const LIST_COLUMNS = [
  'requestId',
  'title',
  'department',
  'priority',
  'status',
  'assignedTo',
  'dueDate',
  'ai',
] as const satisfies readonly ExportColumn[]
