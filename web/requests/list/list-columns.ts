import type { SortColumn } from '../../vocabulary/list-state.ts'

export const COLUMN_LABELS = {
  requestId: 'Request ID',
  title: 'Title',
  department: 'Department',
  priority: 'Priority',
  status: 'Status',
  assignedTo: 'Assigned To',
  dueDate: 'Due Date',
  ai: 'AI Classification',
  actions: 'Actions',
} as const
export type Column = keyof typeof COLUMN_LABELS

/** Side by side; with two under one another; with two or three under one another. */
export type TableLayout = 'wide' | 'paired' | 'grouped'

/** Which columns share the room of one. Each keeps its own head, and the heads stand as their values do. */
export const COLUMN_GROUPS: Record<TableLayout, readonly (readonly [Column, ...Column[]])[]> = {
  wide: [
    ['requestId'],
    ['title'],
    ['department'],
    ['priority'],
    ['status'],
    ['assignedTo'],
    ['dueDate'],
    ['ai'],
    ['actions'],
  ],
  paired: [
    ['requestId'],
    ['title', 'department'],
    ['priority'],
    ['status', 'assignedTo'],
    ['dueDate'],
    ['ai'],
    ['actions'],
  ],
  grouped: [
    ['requestId', 'priority', 'ai'],
    ['title', 'department'],
    ['status', 'assignedTo'],
    ['dueDate', 'actions'],
  ],
}

export function isSortable(column: Column): column is Column & SortColumn {
  return column !== 'ai' && column !== 'actions'
}
