import { addDays } from '../../../shared/dates.ts'
import { engineOf } from '../../platform/database/dialect.ts'
import type { Db } from '../../platform/database/db.ts'
import { countOf, countOfDays, countOfPerson, countOverdue } from '../counters/counts.ts'
import { type Criteria, hasRanges, type Ranges } from './criteria.ts'
import { countMatches } from './filters.ts'
import { beginning } from './plan.ts'

/** An index range that contains all matches, and an upper bound for its number of entries. */
export interface IndexRange {
  index: string
  rows: number
}

/** Entries of a range of due dates are counted up to this; no counter knows their number. */
const PROBED = 5000

/**
 * The most selective index range; null without a filter by people or dates, and for people who see only their own
 * requests.
 */
export async function mostSelectiveRange(db: Db, criteria: Criteria): Promise<IndexRange | null> {
  const { assignee, requester, scope, statuses } = criteria
  if (scope !== null || (requester === null && assignee === null && !hasRanges(criteria))) return null
  // Overdue and completed: no status is left, so nothing can match.
  if (statuses?.length === 0) return null
  // No other index covers the requester.
  if (requester !== null)
    return { index: 'requests_by_requester', rows: await countOfPerson(db, 'requester', requester, null) }
  const all = await countOf(db, { statuses })
  const ranges = await Promise.all([
    ...dueRange(db, criteria, all),
    ...createdRange(db, criteria, all),
    ...completedRange(db, criteria),
  ])
  const isFew = ranges.some(({ rows }) => rows <= PROBED)
  const [first, ...others] = isFew ? ranges : [...ranges, ...(await otherFilters(db, criteria, all))]
  return others.reduce((least, one) => (one.rows < least.rows ? one : least), first!)
}

function dueRange(db: Db, criteria: Criteria, all: number): Promise<IndexRange>[] {
  const { overdue, ranges } = criteria
  const { dueFrom, dueTo } = ranges
  if ((dueFrom ?? dueTo) === undefined) return []
  const index = 'requests_by_status_due'
  if (overdue) return [countOverdue(db, dueTo!).then((rows) => ({ index, rows }))]
  // PostgreSQL has its own statistics.
  if (engineOf(db.read) !== 'sqlite') return [Promise.resolve({ index, rows: all })]
  return [probed(db, criteria, index).then((rows) => ({ index, rows: rows > PROBED ? all : rows }))]
}

async function probed(db: Db, criteria: Criteria, index: string): Promise<number> {
  const { dueFrom, dueTo } = criteria.ranges
  const ranges: Ranges = { ...(dueFrom !== undefined && { dueFrom }), ...(dueTo !== undefined && { dueTo }) }
  const range = { ...criteria, departments: null, priorities: null, assignee: null, ranges }
  const { rows } = await countMatches(db.read, beginning(range, index), null, index, PROBED + 1).execute(db.read)
  return rows[0]?.count ?? 0
}

function createdRange(db: Db, { ranges }: Criteria, all: number): Promise<IndexRange>[] {
  const { createdFrom, createdBefore } = ranges
  if ((createdFrom ?? createdBefore) === undefined) return []
  const rows = countOfDays(db, 'created', daysAround(createdFrom, createdBefore))
  return [rows.then((found) => ({ index: 'requests_by_status_created', rows: Math.min(found, all) }))]
}

function completedRange(db: Db, { ranges }: Criteria): Promise<IndexRange>[] {
  const { completedFrom, completedBefore } = ranges
  if ((completedFrom ?? completedBefore) === undefined) return []
  const rows = countOfDays(db, 'finished', daysAround(completedFrom, completedBefore))
  return [rows.then((found) => ({ index: 'requests_by_completed', rows: found }))]
}

/** The days that may contain these instants, in any time zone. */
function daysAround(from: string | undefined, before: string | undefined) {
  return {
    from: from && addDays(from.slice(0, 10), -1),
    to: before && addDays(before.slice(0, 10), 1),
  }
}

/** The ranges of other filters: these indices cover both dates and the assignee. */
function otherFilters(db: Db, criteria: Criteria, all: number): Promise<IndexRange[]> {
  const { statuses, departments, priorities, assignee, ranges } = criteria
  const counted: [string, Promise<number> | number][] = []
  if (assignee !== null) counted.push(['requests_by_assignee', countOfPerson(db, 'assignee', assignee, null)])
  // Only one index covers the completion date.
  if ((ranges.completedFrom ?? ranges.completedBefore) === undefined) {
    if (statuses) counted.push(['requests_by_status', all])
    if (departments) counted.push(['requests_by_status_department', countOf(db, { statuses, departments })])
    if (priorities) counted.push(['requests_by_status_priority', countOf(db, { statuses, priorities })])
  }
  return Promise.all(counted.map(async ([index, rows]) => ({ index, rows: await rows })))
}
