import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { STATUS_KEYS } from '../../../shared/requests.ts'
import { engineOf } from '../../platform/database/dialect.ts'
import type { Reader } from '../../platform/database/db.ts'
import type { Params } from '../../platform/database/prepared.ts'
import { searchHits } from '../search/hits.ts'
import type { Search } from '../search/parse-search.ts'
import { rankOf } from '../row.ts'
import { visibleCondition } from '../visibility.ts'
import type { Criteria, Ranges } from './criteria.ts'
import { type Index, indexFor } from './scan.ts'

const RANGE_CONDITIONS: Record<keyof Ranges, (value: string) => RawBuilder<SqlBool>> = {
  dueFrom: (day) => sql`requests.due_date >= ${day}`,
  dueTo: (day) => sql`requests.due_date <= ${day}`,
  createdFrom: (instant) => sql`requests.created_at >= ${instant}`,
  createdBefore: (instant) => sql`requests.created_at < ${instant}`,
  completedFrom: (instant) => sql`requests.completed_at >= ${instant}`,
  completedBefore: (instant) => sql`requests.completed_at < ${instant}`,
}

/** The filters as a condition on the rows of `source`. */
export function conditions(criteria: Criteria, search: Search | null = null): RawBuilder<SqlBool> {
  const { departments, priorities, assignee, requester, notice, scope, ranges } = criteria
  // The indices by day begin with the status: naming all of them makes a narrow range of days quick.
  const statuses = criteria.statuses ?? (!search && hasDays(ranges) ? STATUS_KEYS : null)
  const all: RawBuilder<SqlBool>[] = []
  if (search) all.push(sql`requests.number = hits.number`)
  else if (scope) all.push(sql`requests.number = own.number`)
  if (statuses) all.push(sql`requests.status in (${sql.join(statuses)})`)
  if (departments) all.push(sql`requests.department in (${sql.join(departments)})`)
  if (priorities) all.push(sql`requests.priority_rank in (${sql.join(priorities.map(rankOf))})`)
  if (assignee === '') all.push(sql`requests.assigned_to_id is null`)
  else if (assignee !== null) all.push(sql`requests.assigned_to_id = ${assignee}`)
  if (requester !== null) all.push(sql`requests.requester_id = ${requester}`)
  if (notice) all.push(sql`requests.number in (${membersOf(notice)})`)
  if (scope && search) all.push(visibleCondition(scope.ownOf))
  for (const [name, value] of Object.entries(ranges)) all.push(RANGE_CONDITIONS[name as keyof Ranges](value))
  return all.length > 0 ? sql.join(all, sql` and `) : sql`1 = 1`
}

const hasDays = ({ dueFrom, dueTo, createdFrom, createdBefore }: Ranges) =>
  (dueFrom ?? dueTo ?? createdFrom ?? createdBefore) !== undefined

function membersOf({ id, personId }: NonNullable<Criteria['notice']>): RawBuilder<unknown> {
  return sql`select member.request_number from notice_members as member
    join notices on notices.id = member.notice_id where notices.id = ${id} and notices.person_id = ${personId}`
}

/**
 * The requests to scan: all, the hits of a search, or only the person's own for people who see no others.
 * @param index that SQLite reads all from; PostgreSQL has its own statistics
 */
export function source(db: Reader, { scope }: Criteria, search: Search | null, index: Index | null = null) {
  if (search) return sql`${hitsOf(db, search)} as hits cross join requests`
  if (!scope) return index && engineOf(db) === 'sqlite' ? sql`requests indexed by ${sql.ref(index)}` : sql`requests`
  return sql`(select number from requests where requester_id = ${scope.ownOf}
    union select number from requests where assigned_to_id = ${scope.ownOf}) as own cross join requests`
}

function hitsOf(db: Reader, search: Search): RawBuilder<unknown> {
  return searchHits(db, search.shape, parametersOf(search))
}

/** The values of a search as SQL fragments for the query it builds. */
export function parametersOf({ values }: Search): Params<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sql<string>`${value}`]))
}

/** The number of matches, counted up to `limit`. */
export function countMatches(db: Reader, criteria: Criteria, search: Search | null, limit: number | null = null) {
  return sql<{ count: number }>`select count(*) as count from (
    select 1 as one from ${source(db, criteria, search, indexFor(criteria, null))} where ${conditions(criteria, search)}
    ${limit === null ? sql`` : sql`limit ${limit}`}) as found`
}

/** The number of hits of an unfiltered search: every request is in the index, so no row look-ups are needed. */
export function countHits(db: Reader, search: Search, limit: number) {
  return sql<{ count: number }>`select count(*) as count from (
    select 1 as one from ${hitsOf(db, search)} as hits limit ${limit}) as found`
}
