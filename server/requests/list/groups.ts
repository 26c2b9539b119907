import { type RawBuilder, sql } from 'kysely'
import { addDays, dateIn, startOfDay } from '../../../shared/dates.ts'
import { fullName } from '../../../shared/people.ts'
import type { Grouping } from '../../../shared/reports/definition.ts'
import { type Status, STATUS_KEYS } from '../../../shared/requests.ts'
import { median, secondsBetween } from '../../platform/database/dialect.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Policy } from '../../settings/service.ts'
import { selectInView, type View } from './whole.ts'
import { OPEN_STATUSES } from '../../../shared/request-rules.ts'

/** Older months are merged into one group. */
const MAX_MONTHS = 60
const EARLIER = 'earlier'

/** Figures of the requests that share a value. */
export interface Group {
  /** as stored, `2026-03` for a month, `earlier` for everything before the last sixty; null for requests without a value */
  key: string | null
  /** set if the key is a person */
  name: string | null
  count: number
  byStatus: Record<Status, number>
  overdue: number
  /** days from creation to completion of the completed ones, null if there are none */
  medianLeadDays: number | null
}

type Row = Pick<Group, 'key' | 'count' | 'overdue'> &
  Record<Status, number> & { lead: number | null; first: string | null; last: string | null }

const COLUMNS = {
  department: 'department',
  priority: 'priority',
  status: 'status',
  assignedTo: 'assigned_to_id',
  requester: 'requester_id',
} as const
const INSTANTS = { createdMonth: 'created_at', completedMonth: 'completed_at' } as const

/**
 * Counts and medians of a view's requests, grouped by `groupBy`, unordered.
 * @param groupBy null: a single group of all
 */
export async function groupsInView(db: Db, policy: Policy, view: View, groupBy: Grouping | null): Promise<Group[]> {
  const selected = await selectInView(db, policy, view)
  const today = dateIn(policy.timeZone, view.at)
  const count = (condition: RawBuilder<unknown>) => sql`sum(case when ${condition} then 1 else 0 end)`
  const statuses = STATUS_KEYS.map((one) => sql`${count(sql`r.status = ${sql.lit(one)}`)} as ${sql.ref(one)}`)
  const open = sql`r.status in (${sql.join(OPEN_STATUSES.map((status) => sql.lit(status)))})`
  const seconds = secondsBetween(db.read, sql.ref('r.created_at'), sql.ref('r.completed_at'))
  const found = sql`select ${keyOf(groupBy, policy.timeZone, today)} as key, count(*) as count, ${sql.join(statuses)},
      ${count(sql`${open} and r.due_date < ${today}`)} as overdue, ${median(db.read, sql`${seconds}`)} as lead
    from requests as r where r.number in (${selected}) group by 1`
  const query = sql<Row>`select found.*, u.first_name as first, u.last_name as last
    from (${found}) as found left join users as u on u.id = found.key`
  return (await db.readInWorker(query.compile(db.read))).map(toGroup)
}

function toGroup({ key, count, overdue, lead, first, last, ...byStatus }: Row): Group {
  return {
    key,
    name: first === null || last === null ? null : fullName({ firstName: first, lastName: last }),
    count: Number(count),
    byStatus: Object.fromEntries(STATUS_KEYS.map((one) => [one, Number(byStatus[one])])) as Group['byStatus'],
    overdue: Number(overdue),
    medianLeadDays: lead === null ? null : lead / 86_400,
  }
}

function keyOf(groupBy: Grouping | null, timeZone: string, today: string): RawBuilder<unknown> {
  if (groupBy === null) return sql`cast(null as text)`
  if (groupBy === 'createdMonth' || groupBy === 'completedMonth') return monthOf(INSTANTS[groupBy], timeZone, today)
  return sql.ref(`r.${COLUMNS[groupBy]}`)
}

/** Neither engine computes days in the office's time zone: months are compared by the instants at which they begin. */
function monthOf(column: 'created_at' | 'completed_at', timeZone: string, today: string): RawBuilder<unknown> {
  const instant = sql.ref(`r.${column}`)
  const whens: RawBuilder<unknown>[] = []
  for (let month = today.slice(0, 7); whens.length < MAX_MONTHS; month = addDays(`${month}-01`, -1).slice(0, 7)) {
    whens.push(sql`when ${instant} >= ${startOfDay(timeZone, `${month}-01`)} then ${sql.lit(month)}`)
  }
  return sql`case when ${instant} is null then null ${sql.join(whens, sql` `)} else ${sql.lit(EARLIER)} end`
}
