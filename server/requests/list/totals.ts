import type { RawBuilder } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Search } from '../../search/understand.ts'
import { countOf, countOfAll, countOfPerson, countOverdue } from '../counters/counts.ts'
import { type Criteria, hasRanges, isOverdueOnly, isUnfiltered, type Total } from './criteria.ts'
import { countHits, countMatches } from './filters.ts'
import { type Narrow, narrowest } from './narrow.ts'
import { beginning } from './plan.ts'

/** Counting stops here; the page then says "more than". */
const MOST = 100_001
/** Index entries that are read without anybody else noticing; more are read in the worker. */
export const QUICK_STEPS = 20_000

/** What the counters know about a list. */
export interface Known {
  /** requests in all */
  all: number
  /** that match; null when the counters cannot tell */
  total: number | null
  /** A filter by people or dates leaves so many rows to look at, at most; 0 where there is no such filter. */
  rowsToFilter: number
  narrow: Narrow | null
}

/** Asked at once: PostgreSQL answers them side by side. */
export async function knownOf(db: Db, criteria: Criteria, today: string): Promise<Known> {
  const [all, own, narrow, total] = await Promise.all([
    countOfAll(db),
    rowsOfScope(db, criteria),
    narrowest(db, criteria),
    isUnfiltered(criteria) ? undefined : fromCounters(db, criteria, today),
  ])
  return { all, total: total === undefined ? all : total, rowsToFilter: own + (narrow?.rows ?? 0), narrow }
}

/** How many requests match, from the counters wherever they know, so that no list costs more the longer it is. */
export async function totalOf(db: Db, criteria: Criteria, { total, rowsToFilter, narrow }: Known): Promise<Total> {
  if (total !== null) return { total, exact: true }
  const index = narrow?.index ?? null
  const query = countMatches(db.read, beginning(criteria, index), null, index, MOST)
  return count(db, query, MOST, rowsToFilter > QUICK_STEPS)
}

/** How many a search finds, counted up to `most`. */
export async function countOfSearch(db: Db, criteria: Criteria, search: Search, most: number): Promise<Total> {
  const query = isUnfiltered(criteria)
    ? countHits(db.read, search, most)
    : countMatches(db.read, criteria, search, null, most)
  return count(db, query, most, search.slow)
}

/** What counting up to `most` says about the total. */
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

/** How many requests are of a person who sees only those. */
async function rowsOfScope(db: Db, { scope }: Criteria): Promise<number> {
  if (!scope) return 0
  const [asked, works] = await Promise.all([
    countOfPerson(db, 'requester', scope.ownOf, null),
    countOfPerson(db, 'assignee', scope.ownOf, null),
  ])
  return asked + works
}
