import type { ListState, Order, SortColumn } from './list-state.ts'
import { texts } from '../../../shared/texts/say.ts'

/** The order the server uses when the URL names none: newest first. */
const FIRST_ORDER = { sort: 'requestId', order: 'desc' } as const

/** A click on a column: first its natural direction, then the other, then the list's own order again. */
export function nextOrder(state: ListState, column: SortColumn): Pick<ListState, 'sort' | 'order'> {
  const first: Order = column === 'requestId' || column === 'priority' ? 'desc' : 'asc'
  const current = orderOf(state)
  if (current?.sort !== column) return { sort: column, order: first }
  if (current.order === first) return { sort: column, order: first === 'asc' ? 'desc' : 'asc' }
  return { sort: null, order: null }
}

/** The column the list is sorted by; null while a search puts its best hits first. */
export function orderOf({ sort, order, search }: Pick<ListState, 'sort' | 'order' | 'search'>) {
  if (sort) return { sort, order }
  return search ? null : FIRST_ORDER
}

/** Orders in words: "by title". */
export const SORT_WORDS: Record<SortColumn, string> = texts({
  requestId: 'number',
  title: 'title',
  department: 'department',
  priority: 'priority',
  status: 'status',
  assignedTo: 'assignee',
  dueDate: 'due date',
  createdAt: 'creation',
  updatedAt: 'last change',
})
