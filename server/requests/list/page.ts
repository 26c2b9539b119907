import type { RequestListQuery } from '../../../shared/request-list.ts'
import type { Department, SORT_COLUMNS } from '../../../shared/requests.ts'
import type { Office } from './criteria.ts'

export interface Page {
  sort: (typeof SORT_COLUMNS)[number]
  /** in the office's order */
  departments: readonly Department[]
  order: 'asc' | 'desc'
  limit: number
  offset: number
}

/** Default page size. */
const USUAL_ROWS = 10

export function pageOf(query: RequestListQuery, { departments }: Pick<Office, 'departments'>): Page {
  const limit = query.limit ?? USUAL_ROWS
  const sort = query.sort ?? 'requestId'
  const order = query.order ?? (query.sort ? 'asc' : 'desc')
  return { sort, departments: departments.keys, order, limit, offset: ((query.page ?? 1) - 1) * limit }
}
