import type { Db } from '../../platform/database/db.ts'
import { countOf, countOfAll, countOfPerson } from '../counters/counts.ts'
import { type Criteria, hasRanges, isUnfiltered } from './criteria.ts'
import type { Page } from './page.ts'

/** The indices that a query names. */
export type Index = `requests_by_${'requester' | 'assignee' | 'completed' | 'title' | 'updated'}`
type Sort = Page['sort']

/** Index entries and their rows that are read within a few milliseconds; lists that may need more are read in the worker. */
export const QUICK_ENTRIES = 5000
/** Orders that an index has for all requests. */
const INDEXED: Sort[] = ['requestId', 'title', 'updatedAt']

/**
 * SQLite has no statistics of the requests and assumes that every status is rare, so the query names the index that
 * holds fewer of them, or has the order of the page. Null: SQLite chooses.
 * @param sort null for a count
 */
export function indexFor(criteria: Criteria, sort: Sort | null): Index | null {
  const { assignee, requester, notice, scope, ranges } = criteria
  // Both have a list of their requests.
  if (notice || scope) return null
  if (requester !== null) return 'requests_by_requester'
  if (assignee !== null) return 'requests_by_assignee'
  if (ranges.completedFrom ?? ranges.completedBefore) return 'requests_by_completed'
  if (sort === 'title' && !hasRanges(criteria)) return 'requests_by_title'
  return sort === 'updatedAt' ? 'requests_by_updated' : null
}

/** Upper bound for the index entries that a page takes. */
export async function entriesOfPage(db: Db, criteria: Criteria, { sort, offset, limit }: Page): Promise<number> {
  const isOfOneStatus = sort === 'requestId' && criteria.statuses?.length === 1
  const isWhole = isUnfiltered(isOfOneStatus ? { ...criteria, statuses: null } : criteria)
  return isWhole && INDEXED.includes(sort) ? offset + limit : entriesToSearch(db, criteria, sort)
}

/** The number of requests among which the database looks for a list, or counts it. */
export async function entriesToSearch(db: Db, criteria: Criteria, sort: Sort | null = null): Promise<number> {
  const { statuses, assignee, requester, notice, scope } = criteria
  if (notice) return countOfAll(db)
  if (scope) return (await ofPerson(db, 'requester', scope.ownOf)) + (await ofPerson(db, 'assignee', scope.ownOf))
  switch (indexFor(criteria, sort)) {
    case 'requests_by_requester':
      return ofPerson(db, 'requester', requester!)
    case 'requests_by_assignee':
      return ofPerson(db, 'assignee', assignee!)
    case 'requests_by_completed':
      return countOf(db, { statuses: ['completed'] })
    case null:
      return countOf(db, { statuses })
    default:
      return countOfAll(db)
  }
}

function ofPerson(db: Db, kind: 'requester' | 'assignee', person: string): Promise<number> {
  return countOfPerson(db, kind, person, null)
}
