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

/** How wide the bar is that stands for a value while the rows are on their way; a title's is a share of its room. */
export const SKELETON_WIDTHS: Record<Exclude<Column, 'title'>, number> = {
  requestId: 94,
  department: 84,
  priority: 64,
  status: 96,
  assignedTo: 88,
  dueDate: 76,
  ai: 88,
  actions: 84,
}

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
