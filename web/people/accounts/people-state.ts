import { PERSON_SORTS, PERSON_STATES, type PeopleQuery, type PersonState } from '../../../shared/team.ts'
import { isStorable, LIMITS } from '../../../shared/text-rules.ts'

export const PEOPLE_SHOWN = 10

export type PersonSort = NonNullable<PeopleQuery['sort']>

/** State of the table of people, all of it in the URL. */
export interface PeopleState {
  page: number
  search: string
  state: PersonState | null
  /** a role's id */
  role: string | null
  /** a department's key, or another value of that filter */
  department: string | null
  /** only accounts that share their address with another */
  email: 'shared' | null
  sort: PersonSort
  order: 'asc' | 'desc'
}

const FIRST: PeopleState = {
  page: 1,
  search: '',
  state: null,
  role: null,
  department: null,
  email: null,
  sort: 'name',
  order: 'asc',
}
const KEYS = ['page', 'search', 'state', 'role', 'department', 'email', 'sort', 'order'] as const

/** Reads the state from the URL; invalid values are ignored. */
export function readPeopleState(params: URLSearchParams): PeopleState {
  const page = params.get('page') ?? ''
  const search = params.get('search') ?? ''
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    search: isStorable(search) ? search.slice(0, LIMITS.search) : '',
    state: PERSON_STATES.find((state) => state === params.get('state')) ?? null,
    role: params.get('role')?.slice(0, 100) || null,
    department: params.get('department')?.slice(0, 100) || null,
    email: params.get('email') === 'shared' ? 'shared' : null,
    sort: PERSON_SORTS.find((sort) => sort === params.get('sort')) ?? FIRST.sort,
    order: params.get('order') === 'desc' ? 'desc' : 'asc',
  }
}

/** Any change except of the page itself restarts on page 1. */
export function withPeopleState(params: URLSearchParams, change: Partial<PeopleState>): URLSearchParams {
  const state = { ...readPeopleState(params), page: 1, ...change }
  const next = new URLSearchParams(params)
  for (const key of KEYS) {
    if (state[key] === FIRST[key]) next.delete(key)
    else next.set(key, String(state[key]))
  }
  return next
}

/** The query of the call, in a canonical order, so that equal pages share one cache entry. */
export function peopleQuery(state: PeopleState): string {
  const query = new URLSearchParams({ limit: String(PEOPLE_SHOWN) })
  for (const key of KEYS) {
    const value = key === 'search' ? state.search.trim() : state[key]
    if (value !== FIRST[key]) query.set(key, String(value))
  }
  return query.toString()
}

/** No search and no filters. */
export const ALL_PEOPLE = { search: '', state: null, role: null, department: null, email: null } as const

export function isNarrowed({ search, state, role, department, email }: PeopleState): boolean {
  return search.trim() !== '' || state !== null || role !== null || department !== null || email !== null
}

/** Order after a click on a column: its natural direction first, then the reverse. Instants start with the latest. */
export function nextPeopleOrder(state: PeopleState, sort: PersonSort): Pick<PeopleState, 'sort' | 'order'> {
  const first = sort === 'lastLogin' || sort === 'lastActive' || sort === 'created' ? 'desc' : 'asc'
  if (state.sort !== sort) return { sort, order: first }
  return { sort, order: state.order === 'asc' ? 'desc' : 'asc' }
}
