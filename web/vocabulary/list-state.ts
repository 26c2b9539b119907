import {
  PRIORITIES,
  PRIORITY_KEYS,
  STATUS_KEYS,
  STATUSES,
  type Department,
  type Priority,
  type Status,
} from '../../shared/request-rules.ts'
import { SORT_COLUMNS } from '../../shared/request-fields.ts'
import { isCalendarDate, isStorable, LIMITS } from '../../shared/text-rules.ts'
import { currentDepartments } from '../client/departments.ts'
import { dateWords } from '../formats/dates.ts'

export const PAGE_SIZE = 10

export type SortColumn = (typeof SORT_COLUMNS)[number]
type Order = 'asc' | 'desc'

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

/** The order the server uses when the URL names none: newest first. */
const FIRST_ORDER = { sort: 'requestId', order: 'desc' } as const

const FILTERS = [
  'search',
  'literal',
  'status',
  'priority',
  'department',
  'assignedTo',
  'requester',
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
  const wanted = new Set((text ?? '').split(','))
  return known.filter((value) => wanted.has(value))
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
export const SORT_WORDS: Record<SortColumn, string> = {
  requestId: 'number',
  title: 'title',
  department: 'department',
  priority: 'priority',
  status: 'status',
  assignedTo: 'assignee',
  dueDate: 'due date',
  createdAt: 'creation',
  updatedAt: 'last change',
}

/** Stands for a person whose name is not loaded. */
export const ONE_PERSON = 'one person'

export interface Chip {
  label: string
  value: string
  /** the change of state that removes the chip */
  without: Partial<ListState>
}

function range(from: string | null, to: string | null): string {
  if (from && to) return from === to ? dateWords(from) : `${dateWords(from)} – ${dateWords(to)}`
  return from ? `from ${dateWords(from)}` : `until ${dateWords(to ?? '')}`
}

/**
 * The filters in words, in a fixed order. Status has its own field and is a chip only when several are asked for.
 * @param nameOf a person's name by id; undefined while the people are still being loaded
 */
export function chipsOf(state: ListState, nameOf: (id: string) => string | undefined): Chip[] {
  const chips: Chip[] = []
  const add = (label: string, value: string, without: Partial<ListState>) => chips.push({ label, value, without })
  if (state.status.length > 1) add('Status', state.status.map((status) => STATUSES[status]).join(', '), { status: [] })
  if (state.priority.length > 0)
    add('Priority', state.priority.map((priority) => PRIORITIES[priority]).join(', '), { priority: [] })
  if (state.department.length > 0)
    add('Department', state.department.map((department) => currentDepartments().filterNameOf(department)).join(', '), {
      department: [],
    })
  if (state.assignedTo) {
    const name = state.assignedTo === 'unassigned' ? 'Unassigned' : (nameOf(state.assignedTo) ?? ONE_PERSON)
    add('Assigned to', name, { assignedTo: null })
  }
  if (state.requester)
    add('Requester', state.requester === 'me' ? 'Mine' : (nameOf(state.requester) ?? ONE_PERSON), { requester: null })
  if (state.overdue) add('Due', 'overdue', { overdue: false })
  if (state.dueFrom || state.dueTo) add('Due', range(state.dueFrom, state.dueTo), { dueFrom: null, dueTo: null })
  if (state.createdFrom || state.createdTo)
    add('Created', range(state.createdFrom, state.createdTo), { createdFrom: null, createdTo: null })
  if (state.completedFrom || state.completedTo)
    add('Finished', range(state.completedFrom, state.completedTo), { completedFrom: null, completedTo: null })
  return chips
}

/** Everything that narrows the list, including search and status, as removable chips. */
export function activeFilterChips(state: ListState, nameOf: (id: string) => string | undefined): Chip[] {
  const chips = chipsOf(state, nameOf)
  const [status] = state.status
  if (status && state.status.length === 1)
    chips.unshift({ label: 'Status', value: STATUSES[status], without: { status: [] } })
  if (state.search.trim() !== '')
    chips.unshift({ label: 'Search', value: state.search.trim(), without: { search: '' } })
  return chips
}

export const NO_FILTERS: Partial<ListState> = {
  search: '',
  literal: false,
  status: [],
  priority: [],
  department: [],
  assignedTo: null,
  requester: null,
  overdue: false,
  dueFrom: null,
  dueTo: null,
  createdFrom: null,
  createdTo: null,
  completedFrom: null,
  completedTo: null,
}
