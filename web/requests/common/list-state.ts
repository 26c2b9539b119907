import {
  PRIORITY_KEYS,
  STATUS_KEYS,
  type Department,
  type Priority,
  type Status,
} from '../../../shared/request-rules.ts'
import { SORT_COLUMNS } from '../../../shared/request-fields.ts'
import { isCalendarDate, isStorable, LIMITS } from '../../../shared/text-rules.ts'
import { currentDepartments } from '../../client/departments.ts'

export const PAGE_SIZE = 10

export type SortColumn = (typeof SORT_COLUMNS)[number]
export type Order = 'asc' | 'desc'

/** State of the list; all of it is in the URL. */
export interface ListState {
  page: number
  search: string
  /** search without spelling corrections */
  literal: boolean
  status: Status[]
  priority: Priority[]
  department: Department[]
  /** a user's id, or `unassigned` */
  assignedTo: string | null
  /** `me` or a user's id */
  requester: string | null
  /** id of a notice that bundles requests */
  notice: string | null
  overdue: boolean
  dueFrom: string | null
  dueTo: string | null
  createdFrom: string | null
  createdTo: string | null
  completedFrom: string | null
  completedTo: string | null
  sort: SortColumn | null
  order: Order | null
}

const FILTERS = [
  'search',
  'literal',
  'status',
  'priority',
  'department',
  'assignedTo',
  'requester',
  'notice',
  'overdue',
  'dueFrom',
  'dueTo',
  'createdFrom',
  'createdTo',
  'completedFrom',
  'completedTo',
] as const
const KEYS = ['page', ...FILTERS, 'sort', 'order'] as const

function several<T extends string>(text: string | null, known: readonly T[]): T[] {
  const values = new Set((text ?? '').split(','))
  return known.filter((value) => values.has(value))
}

function date(text: string | null): string | null {
  return text !== null && isCalendarDate(text) ? text : null
}

/** Reads the URL. Invalid values are ignored, and get no chip. */
export function readListState(params: URLSearchParams, departments = currentDepartments()): ListState {
  const page = params.get('page') ?? ''
  const search = params.get('search') ?? ''
  const sort = SORT_COLUMNS.find((column) => column === params.get('sort')) ?? null
  const order = params.get('order')
  return {
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    literal: search !== '' && params.get('literal') === 'true',
    search: isStorable(search) ? search.slice(0, LIMITS.search) : '',
    status: several(params.get('status'), STATUS_KEYS),
    priority: several(params.get('priority'), PRIORITY_KEYS),
    department: several(params.get('department'), departments.keys),
    assignedTo: params.get('assignedTo')?.slice(0, 100) || null,
    requester: params.get('requester')?.slice(0, 100) || null,
    notice: params.get('notice')?.slice(0, 100) || null,
    overdue: params.get('overdue') === 'true',
    dueFrom: date(params.get('dueFrom')),
    dueTo: date(params.get('dueTo')),
    createdFrom: date(params.get('createdFrom')),
    createdTo: date(params.get('createdTo')),
    completedFrom: date(params.get('completedFrom')),
    completedTo: date(params.get('completedTo')),
    sort,
    order: sort && (order === 'asc' || order === 'desc') ? order : sort ? 'asc' : null,
  }
}

function textOf(state: ListState, key: (typeof KEYS)[number]): string {
  const value = state[key]
  if (key === 'page') return value === 1 ? '' : String(value)
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'boolean') return value ? 'true' : ''
  return value === null ? '' : String(value)
}

/**
 * The URL with part of the list's state changed; other parameters (an open tab, a dialog) stay.
 * Any change but of the page itself resets the page to 1.
 */
export function withListState(params: URLSearchParams, change: Partial<ListState>): URLSearchParams {
  // A new text is searched with corrections again.
  const literal = change.search === undefined ? {} : { literal: false }
  const state = { ...readListState(params), page: 1, ...literal, ...change }
  const next = new URLSearchParams(params)
  for (const key of KEYS) {
    const text = textOf(state, key)
    if (text === '') next.delete(key)
    else next.set(key, text)
  }
  return next
}

/** The part of the URL's query that is the list's, without an open tab or dialog. */
export function listPart(search: string): string {
  const all = [...new URLSearchParams(search)]
  return String(new URLSearchParams(all.filter(([name]) => KEYS.some((key) => key === name))))
}

/** The query of GET /api/requests, always in the same order, so that equal lists share one cache entry. */
export function listQuery(state: ListState): string {
  const query = new URLSearchParams()
  if (state.page > 1) query.set('page', String(state.page))
  query.set('limit', String(PAGE_SIZE))
  for (const key of [...FILTERS, 'sort', 'order'] as const) {
    const text = key === 'search' ? state.search.trim() : textOf(state, key)
    if (text !== '') query.set(key, text)
  }
  return query.toString()
}

/** Identifies a list by filters and order, whatever its page. */
export function filtersOf(state: ListState): string {
  return listQuery({ ...state, page: 1 })
}

/** Whether anything but page and order narrows the list. */
export function isFiltered(state: ListState): boolean {
  return FILTERS.some((key) => textOf(state, key).trim() !== '')
}
