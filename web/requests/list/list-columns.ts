import { EXPORT_COLUMNS, LIST_COLUMNS } from '../../../shared/export-columns.ts'
import { say } from '../../../shared/texts/say.ts'
import type { SortColumn } from '../common/list-state.ts'

export type Column = (typeof LIST_COLUMNS)[number] | 'actions'

/** Headings; exports have the same. */
export const labelOf = (column: Column | SortColumn) =>
  column === 'actions' ? say('Actions') : EXPORT_COLUMNS[column].label

/** Width in pixels of a value's skeleton bar; a title's is a share of its column. */
export const SKELETON_WIDTHS: Record<Exclude<Column, 'title'>, number> = {
  requestId: 104,
  department: 84,
  priority: 64,
  status: 96,
  assignedTo: 88,
  dueDate: 76,
  ai: 88,
  actions: 84,
}

/** Columns side by side; some stacked in pairs; stacked in groups of two or three. */
export type TableLayout = 'wide' | 'paired' | 'grouped'

/** Which columns share the space of one. Each keeps its own header, stacked like the values. */
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
