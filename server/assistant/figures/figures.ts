import { type RawBuilder, sql } from 'kysely'
import type { AssistantQuery, QueryFilter, Sort, Stage, Statistic } from '../../../shared/assistant/query.ts'
import { addDays, startOfDay } from '../../../shared/dates.ts'
import type { Event } from '../../../shared/assistant/words.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { median, secondsBetween } from '../../platform/database/dialect.ts'
import type { Db, Reader } from '../../platform/database/db.ts'
import { wholeRows } from '../../requests/list/query.ts'
import { toServiceRequest } from '../../requests/row.ts'
import { matching, type Viewer } from './matching.ts'
import { instantOf } from './time-conditions.ts'
import { type ValueGroup, asGroup, grouped } from './group-query.ts'
import { secondsOf, daysOf } from './durations.ts'

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

type Duration = Required<Pick<AssistantQuery, 'stage' | 'statistic'>>

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
