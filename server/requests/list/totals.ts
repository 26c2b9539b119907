import type { RawBuilder } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { Search } from '../search/parse-search.ts'
import { countOf, countOfAll, countOfPerson, countOverdue } from '../counters/counts.ts'
import { type Criteria, hasRanges, isOverdueOnly, isUnfiltered, type Total } from './criteria.ts'
import { countHits, countMatches } from './filters.ts'
import { type IndexRange, mostSelectiveRange } from './index-range.ts'
import { beginning } from './plan.ts'

/** Counting stops here; the page then says "more than". */
const COUNT_LIMIT = 100_001
/** Index entries that can be read without a noticeable delay for others; more are read in the worker. */
export const QUICK_STEPS = 20_000

/** What the counters know about a list, without reading it. */
export interface FilterCounts {
  /** all requests */
  all: number
  /** number of matches; null where no counter covers the filters */
  total: number | null
  /** Upper bound for the rows that a filter by people or dates leaves to scan; 0 without such a filter. */
  rowsToFilter: number
  indexRange: IndexRange | null
}

/** The queries run concurrently: PostgreSQL answers them in parallel. */
export async function filterCounts(db: Db, criteria: Criteria, today: string): Promise<FilterCounts> {
  const [all, own, indexRange, total] = await Promise.all([
    countOfAll(db),
    rowsOfScope(db, criteria),
    mostSelectiveRange(db, criteria),
    isUnfiltered(criteria) ? undefined : fromCounters(db, criteria, today),
  ])
  return { all, total: total === undefined ? all : total, rowsToFilter: own + (indexRange?.rows ?? 0), indexRange }
}

/** The number of matching requests, from the counters where possible, so that the cost does not grow with the list. */
export async function totalOf(
  db: Db,
  criteria: Criteria,
  { total, rowsToFilter, indexRange }: FilterCounts,
): Promise<Total> {
  if (total !== null) return { total, exact: true }
  const index = indexRange?.index ?? null
  const query = countMatches(db.read, beginning(criteria, index), null, index, COUNT_LIMIT)
  return count(db, query, COUNT_LIMIT, rowsToFilter > QUICK_STEPS)
}

/** The number of hits of a search, counted up to `limit`. */
export async function countOfSearch(db: Db, criteria: Criteria, search: Search, limit: number): Promise<Total> {
  const query = isUnfiltered(criteria)
    ? countHits(db.read, search, limit)
    : countMatches(db.read, criteria, search, null, limit)
  return count(db, query, limit, search.slow)
}

/** The total that a count limited to `limit` implies. */
export function bounded(found: number, limit: number): Total {
  return found < limit ? { total: found, exact: true } : { total: limit - 1, exact: false }
}

async function count(db: Db, query: RawBuilder<{ count: number }>, limit: number, isSlow: boolean): Promise<Total> {
  const [found] = isSlow ? await db.readInWorker(query.compile(db.read), 'search') : (await query.execute(db.read)).rows
  return bounded(found?.count ?? 0, limit)
}

/** @returns null where no counter covers the filters */
async function fromCounters(db: Db, criteria: Criteria, today: string): Promise<number | null> {
  const { statuses, departments, priorities, assignee, requester, notice, scope } = criteria
  if (statuses?.length === 0) return 0
  if (isOverdueOnly(criteria, today)) return countOverdue(db, today)
  if (scope !== null || notice !== null || hasRanges(criteria)) return null
  if (assignee === null && requester === null) return countOf(db, criteria)
  if (departments !== null || priorities !== null || (assignee !== null && requester !== null)) return null
  return assignee === null
    ? countOfPerson(db, 'requester', requester!, statuses)
    : countOfPerson(db, 'assignee', assignee, statuses)
}

/** The number of requests visible to a person who sees only their own, at most. */
async function rowsOfScope(db: Db, { scope }: Criteria): Promise<number> {
  if (!scope) return 0
  const [asked, works] = await Promise.all([
    countOfPerson(db, 'requester', scope.ownOf, null),
    countOfPerson(db, 'assignee', scope.ownOf, null),
  ])
  return asked + works
}
