import type { RawBuilder } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { Search } from '../search/parse-search.ts'
import { countOf, countOfAll, countOfPerson, countOverdue } from '../counters/counts.ts'
import { type Criteria, hasRanges, isOverdueOnly, isUnfiltered, type Total } from './criteria.ts'
import { countHits, countMatches } from './filters.ts'
import { entriesToSearch, QUICK_ENTRIES } from './scan.ts'

/** The number of matching requests: from the counters where they have it, otherwise counted. */
export async function totalOf(db: Db, criteria: Criteria, today: string): Promise<number> {
  const known = await fromCounters(db, criteria, today)
  if (known !== null) return known
  return count(db, countMatches(db.read, criteria, null), (await entriesToSearch(db, criteria)) > QUICK_ENTRIES)
}

/** The number of hits of a search, counted up to `limit`. */
export async function countOfSearch(db: Db, criteria: Criteria, search: Search, limit: number): Promise<Total> {
  const query = isUnfiltered(criteria)
    ? countHits(db.read, search, limit)
    : countMatches(db.read, criteria, search, limit)
  return bounded(await count(db, query, search.slow), limit)
}

/** The total that a count limited to `limit` implies. */
export function bounded(found: number, limit: number): Total {
  return found < limit ? { total: found, exact: true } : { total: limit - 1, exact: false }
}

async function count(db: Db, query: RawBuilder<{ count: number }>, isSlow: boolean): Promise<number> {
  const [found] = isSlow ? await db.readInWorker(query.compile(db.read), 'search') : (await query.execute(db.read)).rows
  return Number(found?.count ?? 0)
}

/** @returns null where no counter covers the filters */
async function fromCounters(db: Db, criteria: Criteria, today: string): Promise<number | null> {
  const { statuses, departments, priorities, assignee, requester, notice, scope } = criteria
  if (isUnfiltered(criteria)) return countOfAll(db)
  if (isOverdueOnly(criteria, today)) return countOverdue(db, today)
  if (scope !== null || notice !== null || hasRanges(criteria)) return null
  if (assignee === null && requester === null) return countOf(db, criteria)
  if (departments !== null || priorities !== null || (assignee !== null && requester !== null)) return null
  return assignee === null
    ? countOfPerson(db, 'requester', requester!, statuses)
    : countOfPerson(db, 'assignee', assignee, statuses)
}
