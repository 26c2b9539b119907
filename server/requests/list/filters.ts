import { type Compilable, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Reader } from '../../database/db.ts'
import { type Holes, prepared } from '../../database/prepared.ts'
import { type Search, searchHits, type SearchShape } from '../../search/service.ts'
import { engineOf } from '../../database/dialect.ts'
import type { Criteria, Ranges } from './criteria.ts'
import { rankOf } from '../row.ts'
import { visibleCondition } from '../visibility.ts'

/** What decides the SQL of a list; small, because each variant is kept compiled. Values come as parameters. */
export interface FilterShape {
  statuses: number
  departments: number
  priorities: number
  assignee: 'any' | 'nobody' | 'one'
  requester: boolean
  own: boolean
  ranges: (keyof Ranges)[]
  search: SearchShape | null
}

export type Values = Record<string, string | number | null | undefined>
export type Hole = Holes<Values>

export function filterShape(criteria: Criteria, search: Search | undefined): FilterShape {
  return {
    statuses: criteria.statuses?.length ?? 0,
    departments: criteria.departments?.length ?? 0,
    priorities: criteria.priorities?.length ?? 0,
    assignee: criteria.assignee === null ? 'any' : criteria.assignee === '' ? 'nobody' : 'one',
    requester: criteria.requester !== null,
    own: criteria.scope !== null,
    ranges: Object.keys(criteria.ranges) as (keyof Ranges)[],
    search: search?.shape ?? null,
  }
}

export function filterValues(criteria: Criteria, search: Search | undefined): Values {
  const values: Values = { ...criteria.ranges, ...search?.values }
  criteria.statuses?.forEach((status, i) => (values[`status${i}`] = status))
  criteria.departments?.forEach((department, i) => (values[`department${i}`] = department))
  criteria.priorities?.forEach((priority, i) => (values[`priority${i}`] = rankOf(priority)))
  values.assignee = criteria.assignee
  values.requester = criteria.requester
  values.me = criteria.scope?.ownOf
  return values
}

/** The columns of few values, whose values an arm may read one by one. */
export const COLUMNS = {
  status: sql.ref('requests.status'),
  department: sql.ref('requests.department'),
  priority: sql.ref('requests.priority_rank'),
}
export const COUNTED = { status: 'statuses', department: 'departments', priority: 'priorities' } as const

/** The filters as conditions on `requests`, except those that an arm has taken over. */
export function conditions(
  shape: FilterShape,
  hole: Hole,
  index: string | null,
  taken: (keyof typeof COLUMNS)[] = [],
): RawBuilder<SqlBool> {
  const all: RawBuilder<SqlBool>[] = []
  if (shape.search) all.push(sql`requests.number = hits.number`)
  else if (isJoined(shape, index)) all.push(sql`requests.number = own.number`)
  for (const name of ['status', 'department', 'priority'] as const) {
    const count = shape[COUNTED[name]]
    if (count === 0 || taken.includes(name)) continue
    const values = Array.from({ length: count }, (_, i) => hole[`${name}${i}`]!)
    all.push(sql`${COLUMNS[name]} in (${sql.join(values)})`)
  }
  if (shape.assignee === 'nobody') all.push(sql`requests.assigned_to_id is null`)
  if (shape.assignee === 'one') all.push(sql`requests.assigned_to_id = ${hole.assignee}`)
  if (shape.requester) all.push(sql`requests.requester_id = ${hole.requester}`)
  if (shape.own) all.push(visibleCondition(hole.me as RawBuilder<string>))
  const compare: Record<keyof Ranges, RawBuilder<SqlBool>> = {
    dueFrom: sql`requests.due_date >= ${hole.dueFrom}`,
    dueTo: sql`requests.due_date <= ${hole.dueTo}`,
    createdFrom: sql`requests.created_at >= ${hole.createdFrom}`,
    createdBefore: sql`requests.created_at < ${hole.createdBefore}`,
    completedFrom: sql`requests.completed_at >= ${hole.completedFrom}`,
    completedBefore: sql`requests.completed_at < ${hole.completedBefore}`,
  }
  for (const range of shape.ranges) all.push(compare[range])
  return all.length > 0 ? sql.join(all, sql` and `) : sql`1 = 1`
}

/** Holds SQLite to the index that the counters chose; PostgreSQL has its own statistics. */
export function by(db: Reader, index: string | null): RawBuilder<unknown> {
  return index && engineOf(db) === 'sqlite' ? sql`indexed by ${sql.ref(index)}` : sql``
}

/** The requests to look at: all, the hits of a search, or, where people see only their own, those. */
export function source(db: Reader, shape: FilterShape, hole: Hole, index: string | null): RawBuilder<unknown> {
  if (shape.search) {
    const hits = searchHits(db, shape.search, hole as Holes<Record<string, string>>)
    return sql`${hits} as hits cross join requests`
  }
  if (isJoined(shape, index)) {
    const own = sql`(select number from requests ${by(db, 'requests_by_requester')} where requester_id = ${hole.me}
      union select number from requests ${by(db, 'requests_by_assignee')} where assigned_to_id = ${hole.me}) as own`
    return sql`${own} cross join requests`
  }
  return sql`requests ${by(db, index)}`
}

/** Whether the rows come from a list of the person's own numbers instead of an index over all. */
function isJoined(shape: FilterShape, index: string | null): boolean {
  return shape.own && !shape.search && index === null
}

/** Raw SQL as `prepared` wants it. */
export function query<R>(db: Reader, text: RawBuilder<R>): Compilable<R> {
  return { compile: () => text.compile(db) }
}

/** How many match, counted up to the parameter `most`. */
export const countMatches = prepared<Values, { count: number }, FilterShape & { index: string | null }>(
  (db, hole, shape) =>
    query(
      db,
      sql`select count(*) as count from (select 1 as one from ${source(db, shape, hole, shape.index)}
        where ${conditions(shape, hole, shape.index)} limit ${hole.most}) as found`,
    ),
)

/** How many a search finds when nothing else narrows it: every request is in the index, so the hits need no looking up. */
export const countHits = prepared<Values, { count: number }, SearchShape>((db, hole, shape) =>
  query(
    db,
    sql`select count(*) as count from (select 1 as one
        from ${searchHits(db, shape, hole as Holes<Record<string, string>>)} as hits limit ${hole.most}) as found`,
  ),
)
