import { type RawBuilder, sql } from 'kysely'
import type { AssistantQuery, Group, QueryFilter, Sort, Stage, Statistic } from '../../../shared/assistant/query.ts'
import { addDays, startOfDay } from '../../../shared/dates.ts'
import type { Event } from '../../../shared/assistant/words.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { engineOf, median, secondsBetween } from '../../database/dialect.ts'
import type { Db, Reader } from '../../database/db.ts'
import { wholeRows } from '../../requests/list/query.ts'
import { toServiceRequest } from '../../requests/row.ts'
import { localDay } from './local-day.ts'
import { instantOf, type Matching, matching, type Viewer } from './matching.ts'

const DAY = 86_400

/** Computes the figures of a filter, each with one query in a worker. Counts only what the viewer may see. */
export class Figures {
  readonly #db: Db
  readonly viewer: Viewer
  /** present time of the injected clock */
  readonly #now: Date

  constructor(db: Db, viewer: Viewer, now: Date) {
    this.#db = db
    this.viewer = viewer
    this.#now = now
  }

  async #read<R>(query: RawBuilder<R>): Promise<R[]> {
    return this.#db.readInWorker(query.compile(this.#db.read), 'search')
  }

  async count(filter: QueryFilter): Promise<number> {
    const { from, where } = await matching(this.#db, this.viewer, filter)
    const [row] = await this.#read<{ count: number }>(sql`select count(*) as count from ${from} where ${where}`)
    return Number(row?.count ?? 0)
  }

  /** The first requests in an order. */
  async list(filter: QueryFilter, sort: Sort, limit: number): Promise<ServiceRequest[]> {
    const match = await matching(this.#db, this.viewer, filter)
    const { key, order, only } = sortOf(this.#db.read, sort)
    const page = sql`select requests.number, ${key} as k from ${match.from} where ${match.where}${only ? sql` and ${only}` : sql``}
      order by k ${sql.raw(order)}, requests.number ${sql.raw(order)}`
    const rows = wholeRows(page, { limit, offset: 0 }, sql`page.k ${sql.raw(order)}, page.number ${sql.raw(order)}`)
    return (await this.#read(rows)).map(toServiceRequest)
  }

  /** Counts by a value; `key` null for unassigned or without a value. */
  async countBy(
    filter: QueryFilter,
    group: ValueGroup,
  ): Promise<{ key: string | null; name: string | null; value: number }[]> {
    const match = await matching(this.#db, this.viewer, filter)
    const rows = await this.#read(grouped(match, group, sql`count(*)`))
    return rows.map(asGroup)
  }

  /** Median or mean days of a stage; null without any request. */
  async duration(filter: QueryFilter, what: Duration): Promise<{ days: number | null; count: number }> {
    const match = await matching(this.#db, this.viewer, filter)
    const seconds = this.#seconds(what.stage)
    const [row] = await this.#read<{ value: number | null; count: number }>(
      sql`select ${this.#centre(what.statistic, seconds)} as value, count(${seconds}) as count from ${match.from} where ${match.where}`,
    )
    return { days: daysOf(row?.value ?? null), count: Number(row?.count ?? 0) }
  }

  async durationBy(filter: QueryFilter, group: ValueGroup, what: Duration) {
    const match = await matching(this.#db, this.viewer, filter)
    const seconds = this.#seconds(what.stage)
    const rows = await this.#read(
      grouped(match, group, this.#centre(what.statistic, seconds), sql`${seconds} is not null`),
    )
    return rows.map((row) => ({ ...asGroup(row), value: daysOf(row.value) ?? 0 }))
  }

  /** The number of requests with the event in each period, and their duration with `what`. Periods have to be consecutive. */
  async series(
    filter: QueryFilter,
    event: Exclude<Event, 'due'>,
    times: readonly Span[],
    what?: Duration,
  ): Promise<{ count: number; days: number | null }[]> {
    const [first, last] = [times[0]!, times.at(-1)!]
    const bounded: QueryFilter = { ...filter, [`${event}From`]: first.from, [`${event}To`]: last.to }
    const match = await matching(this.#db, this.viewer, bounded)
    const column = instantOf(event)
    const cases = times.map(
      ({ to }, i) => sql`when ${column} < ${startOfDay(this.viewer.timeZone, addDays(to, 1))} then ${sql.lit(i)}`,
    )
    const seconds = this.#seconds(what?.stage ?? 'lead')
    const value = what ? this.#centre(what.statistic, seconds) : sql.lit(null)
    const rows = await this.#read<{ time: number; count: number; value: number | null }>(
      sql`select case ${sql.join(cases, sql` `)} end as time, count(*) as count, ${value} as value from ${match.from}
        where ${match.where}${what ? sql` and ${seconds} is not null` : sql``} group by 1`,
    )
    const byTime = new Map(rows.map((row) => [Number(row.time), row]))
    return times.map((_, i) => ({
      count: Number(byTime.get(i)?.count ?? 0),
      days: daysOf(byTime.get(i)?.value ?? null),
    }))
  }

  #centre(statistic: Statistic, seconds: RawBuilder<number | null>): RawBuilder<number | null> {
    return statistic === 'median' ? median(this.#db.read, seconds) : sql`avg(${seconds})`
  }

  #seconds(stage: Stage): RawBuilder<number | null> {
    return secondsOf(this.#db.read, stage, this.#now, this.viewer)
  }
}

interface Span {
  from: string
  to: string
}
export type ValueGroup = Exclude<Group, 'day' | 'week' | 'month' | 'quarter' | 'year'>
type Duration = Required<Pick<AssistantQuery, 'stage' | 'statistic'>>

interface GroupRow {
  key: string | null
  first: string | null
  last: string | null
  value: number
}

function asGroup({ key, first, last, value }: GroupRow) {
  return { key, name: first === null || last === null ? null : `${first} ${last}`.trim(), value: Number(value) }
}

/** Limit of groups by person; fields have fewer values. */
const MAX_GROUPS = 2000

function grouped(
  { from, where }: Matching,
  group: ValueGroup,
  value: RawBuilder<unknown>,
  only: RawBuilder<unknown> = sql`1 = 1`,
): RawBuilder<GroupRow> {
  const none = sql`null as first, null as last`
  if (group === 'assignee' || group === 'requester') {
    const column = group === 'assignee' ? sql.ref('requests.assigned_to_id') : sql.ref('requests.requester_id')
    return sql`select g.key, u.first_name as first, u.last_name as last, g.value from (
        select ${column} as key, ${value} as value from ${from} where ${where} and ${only} group by ${column} limit ${MAX_GROUPS}
      ) as g left join users as u on u.id = g.key`
  }
  if (group === 'type') {
    return sql`select c.development_type as key, ${none}, ${value} as value from ${from}
      left join classifications as c on c.request_number = requests.number where ${where} and ${only} group by c.development_type`
  }
  const column = sql.ref(`requests.${group}`)
  return sql`select ${column} as key, ${none}, ${value} as value from ${from} where ${where} and ${only} group by ${column}`
}

function secondsOf(db: Reader, stage: Stage, now: Date, { timeZone, today }: Viewer): RawBuilder<number | null> {
  const column = (name: string) => sql<string | null>`${sql.ref(`requests.${name}`)}`
  if (stage === 'lead') return secondsBetween(db, column('created_at'), column('completed_at'))
  if (stage === 'review') return secondsBetween(db, column('created_at'), column('started_at'))
  if (stage === 'work') return secondsBetween(db, column('started_at'), column('completed_at'))
  if (stage === 'age') {
    const instant =
      engineOf(db) === 'postgres' ? sql<string>`${now.toISOString()}::timestamptz` : sql<string>`${now.toISOString()}`
    return secondsBetween(db, column('created_at'), instant)
  }
  return delayOf(db, timeZone, today)
}

/** Whole days from the due date to the day of completion, or to today. */
function delayOf(db: Reader, timeZone: string, today: string): RawBuilder<number | null> {
  const day = localDay(db, timeZone, sql.ref('requests.completed_at'))
  return engineOf(db) === 'postgres'
    ? sql`((coalesce(${day}, ${today}::date) - requests.due_date) * ${sql.lit(DAY)})::double precision`
    : sql`(julianday(coalesce(${day}, ${today})) - julianday(requests.due_date)) * ${sql.lit(DAY)}`
}

function daysOf(seconds: number | null): number | null {
  return seconds === null ? null : Number(seconds) / DAY
}

function sortOf(
  db: Reader,
  sort: Sort,
): { key: RawBuilder<unknown>; order: 'asc' | 'desc'; only?: RawBuilder<unknown> } {
  const column = (name: string) => sql.ref(`requests.${name}`)
  const taken = secondsBetween(db, sql.ref('requests.created_at'), sql.ref('requests.completed_at'))
  switch (sort) {
    case 'oldest':
      return { key: column('created_at'), order: 'asc' }
    case 'due':
    case 'overdue':
      return { key: column('due_date'), order: 'asc' }
    case 'urgent':
      return { key: column('priority_rank'), order: 'desc' }
    case 'slowest':
      return { key: taken, order: 'desc', only: sql`requests.completed_at is not null` }
    case 'fastest':
      return { key: taken, order: 'asc', only: sql`requests.completed_at is not null` }
    case 'finished':
      return { key: column('completed_at'), order: 'desc', only: sql`requests.completed_at is not null` }
    case 'updated':
      return { key: column('updated_at'), order: 'desc' }
    default:
      return { key: column('created_at'), order: 'desc' }
  }
}
