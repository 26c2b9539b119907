import type { RequestListQuery } from '../../../shared/request-list.ts'
import type { SORT_COLUMNS } from '../../../shared/requests.ts'

export interface Page {
  sort: (typeof SORT_COLUMNS)[number]
  order: 'asc' | 'desc'
  limit: number
  offset: number
}

/** Default page size. */
const USUAL_ROWS = 10

export function pageOf(query: RequestListQuery): Page {
  const limit = query.limit ?? USUAL_ROWS
  const sort = query.sort ?? 'requestId'
  const order = query.order ?? (query.sort ? 'asc' : 'desc')
  return { sort, order, limit, offset: ((query.page ?? 1) - 1) * limit }
}
