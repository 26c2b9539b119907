import type { RawBuilder } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Search } from '../../search/understand.ts'
import { countOf, countOfAll, countOfPerson, countOverdue } from '../counters/counts.ts'
import { type Criteria, hasRanges, isOverdueOnly, isUnfiltered, type Total } from './criteria.ts'
import { countHits, countMatches } from './filters.ts'
import { type Narrow, narrowest } from './narrow.ts'
import { beginning } from './plan.ts'

/** Counting stops here; the page then says "more than". */
const COUNT_LIMIT = 100_001
/** Index entries that can be read without a noticeable delay for others; more are read in the worker. */
export const QUICK_STEPS = 20_000

/** What the counters know about a list, without reading it. */
export interface FilterCounts {
  /** all requests */
  all: number
  /** the matches; null when the counters cannot tell */
  total: number | null
  /** Upper bound for the rows that a filter by people or dates leaves to scan; 0 without such a filter. */
  rowsToFilter: number
  narrow: Narrow | null
}

/** The queries run concurrently: PostgreSQL answers them in parallel. */
export async function filterCounts(db: Db, criteria: Criteria, today: string): Promise<FilterCounts> {
  const [all, own, narrow, total] = await Promise.all([
    countOfAll(db),
    rowsOfScope(db, criteria),
    narrowest(db, criteria),
    isUnfiltered(criteria) ? undefined : fromCounters(db, criteria, today),
  ])
  return { all, total: total === undefined ? all : total, rowsToFilter: own + (narrow?.rows ?? 0), narrow }
}

/** The number of matching requests, from the counters where possible, so that the cost does not grow with the list. */
export async function totalOf(
  db: Db,
  criteria: Criteria,
  { total, rowsToFilter, narrow }: FilterCounts,
): Promise<Total> {
  if (total !== null) return { total, exact: true }
  const index = narrow?.index ?? null
  const query = countMatches(db.read, beginning(criteria, index), null, index, COUNT_LIMIT)
  return count(db, query, COUNT_LIMIT, rowsToFilter > QUICK_STEPS)
}

/** The number of hits of a search, counted up to `most`. */
export async function countOfSearch(db: Db, criteria: Criteria, search: Search, most: number): Promise<Total> {
  const query = isUnfiltered(criteria)
    ? countHits(db.read, search, most)
    : countMatches(db.read, criteria, search, null, most)
  return count(db, query, most, search.slow)
}

/** The total that a count limited to `most` implies. */
export function bounded(found: number, most: number): Total {
  return found < most ? { total: found, exact: true } : { total: most - 1, exact: false }
}

async function count(db: Db, query: RawBuilder<{ count: number }>, most: number, isSlow: boolean): Promise<Total> {
  const [found] = isSlow ? await db.readInWorker(query.compile(db.read), 'search') : (await query.execute(db.read)).rows
  return bounded(found?.count ?? 0, most)
}

/** Null when the counters cannot tell. */
async function fromCounters(db: Db, criteria: Criteria, today: string): Promise<number | null> {
  const { statuses, departments, priorities, assignee, requester, scope } = criteria
  if (statuses?.length === 0) return 0
  if (isOverdueOnly(criteria, today)) return countOverdue(db, today)
  if (scope !== null || hasRanges(criteria)) return null
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
