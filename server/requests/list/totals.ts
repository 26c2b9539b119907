import type { CompiledQuery } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Search } from '../../search/service.ts'
import { countOf, countOfPerson, countOverdue } from '../counters/counts.ts'
import { type Criteria, hasRanges, isOverdueOnly, isUnfiltered, NO_CRITERIA } from './criteria.ts'
import { countHits, countMatches, filterShape, filterValues } from './filters.ts'
import { firstRange, type Known, narrowest, rangeIndex } from './plan.ts'
import { sinceLastCommit } from '../../database/since-last-commit.ts'

export interface Total {
  total: number
  exact: boolean
}

/** Counting stops here; the page then says "more than". */
const MOST = 100_001
/** So many rows of an index are counted without anybody noticing; more are counted beside the main thread. */
const QUICK = 5000

/** What the counters know about the parts of a list's filters: enough to choose a plan. */
export async function whatIsKnown(db: Db, criteria: Criteria, today: string): Promise<Known> {
  const { statuses, departments, priorities, assignee, requester, scope } = criteria
  // At once: each is a way to the server and back where the database is one.
  const [all, status, department, priority, ofAssignee, assigneeWithStatus, ofRequester, range, own] =
    await Promise.all([
      countOf(db, NO_CRITERIA),
      statuses && countOf(db, { ...NO_CRITERIA, statuses }),
      departments && countOf(db, { ...NO_CRITERIA, departments }),
      priorities && countOf(db, { ...NO_CRITERIA, priorities }),
      assignee === null ? null : countOfPerson(db, 'assignee', assignee, null),
      assignee === null || !statuses ? null : countOfPerson(db, 'assignee', assignee, statuses),
      requester === null ? null : countOfPerson(db, 'requester', requester, null),
      inRange(db, criteria, today),
      scope && countOwn(db, scope.ownOf),
    ])
  return {
    all,
    status,
    department,
    priority,
    assignee: ofAssignee,
    assigneeWithStatus,
    requester: ofRequester,
    range,
    own,
  }
}

async function countOwn(db: Db, person: string): Promise<number> {
  return (await countOfPerson(db, 'requester', person, null)) + (await countOfPerson(db, 'assignee', person, null))
}

/** How many lie within the first range, with the statuses that go with it; null when they are too many to be counted. */
async function inRange(db: Db, criteria: Criteria, today: string): Promise<number | null> {
  if (!hasRanges(criteria)) return null
  const { statuses, overdue } = criteria
  const alone: Criteria = { ...NO_CRITERIA, statuses, overdue, ranges: firstRange(criteria) }
  if (isOverdueOnly(alone, today)) return countOverdue(db, today)
  const shape = { ...filterShape(alone, undefined), index: rangeIndex(alone) }
  const values = filterValues(alone, undefined)
  const quick = await count(db, countMatches.fill(db.read, { ...values, most: QUICK + 1 }, shape), QUICK + 1, false)
  if (quick.exact) return quick.total
  const slow = await count(db, countMatches.fill(db.read, { ...values, most: MOST }, shape), MOST, true)
  return slow.exact ? slow.total : null
}

/** How many requests match, from the counters wherever they can tell, so that no list costs more the longer it is. */
export async function totalOf(db: Db, criteria: Criteria, known: Known, today: string): Promise<Total> {
  const counted = await fromCounters(db, criteria, known, today)
  if (counted !== null) return { total: counted, exact: true }

  const shape = filterShape(criteria, undefined)
  const values = { ...filterValues(criteria, undefined), most: MOST }
  const { index, rows } = narrowest(criteria, known)
  return count(db, countMatches.fill(db.read, values, { ...shape, index }), MOST, rows > QUICK)
}

/** How many a search finds, counted up to `most`. */
export async function countOfSearch(db: Db, criteria: Criteria, search: Search, most: number): Promise<Total> {
  const values = { ...filterValues(criteria, search), most }
  const query = isUnfiltered(criteria)
    ? countHits.fill(db.read, values, search.shape)
    : countMatches.fill(db.read, values, { ...filterShape(criteria, search), index: null })
  return count(db, query, most, search.slow)
}

/** What counting up to `most` says about the total. */
export function bounded(found: number, most: number): Total {
  return found < most ? { total: found, exact: true } : { total: most - 1, exact: false }
}

async function count(db: Db, query: CompiledQuery<{ count: number }>, most: number, isSlow: boolean): Promise<Total> {
  const slowly = () =>
    sinceLastCommit(db, `${query.sql} ${JSON.stringify(query.parameters)}`, () => db.readSlowly(query, 'search'))
  const [found] = isSlow ? await slowly() : (await db.read.executeQuery(query)).rows
  return bounded(found?.count ?? 0, most)
}

/** Null when the counters cannot tell. */
async function fromCounters(db: Db, criteria: Criteria, known: Known, today: string): Promise<number | null> {
  const { statuses, departments, priorities, assignee, requester, scope } = criteria
  if (statuses?.length === 0) return 0
  if (isUnfiltered(criteria)) return known.all
  if (isOverdueOnly(criteria, today)) return countOverdue(db, today)
  if (scope !== null || hasRanges(criteria)) return null
  if (assignee === null && requester === null) return countOf(db, criteria)
  if (departments !== null || priorities !== null || (assignee !== null && requester !== null)) return null
  return assignee === null
    ? countOfPerson(db, 'requester', requester!, statuses)
    : countOfPerson(db, 'assignee', assignee, statuses)
}
