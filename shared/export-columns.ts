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

/** Columns available in an export of requests, with their headings. */
export const EXPORT_COLUMNS = {
  requestId: { label: 'Request ID', kind: 'text' },
  title: { label: 'Title', kind: 'text', share: 3 },
  department: { label: 'Department', kind: 'text', share: 1.3 },
  priority: { label: 'Priority', kind: 'text' },
  status: { label: 'Status', kind: 'text' },
  assignedTo: { label: 'Assigned To', kind: 'text' },
  dueDate: { label: 'Due Date', kind: 'date' },
  ai: { label: 'AI Classification', kind: 'text' },
  description: { label: 'Description', kind: 'text', isLong: true },
  requester: { label: 'Requested By', kind: 'text' },
  createdAt: { label: 'Created', kind: 'instant' },
  updatedAt: { label: 'Updated', kind: 'instant' },
  startedAt: { label: 'Started', kind: 'instant' },
  completedAt: { label: 'Completed', kind: 'instant' },
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
