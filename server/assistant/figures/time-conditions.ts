import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { QueryFilter } from '../../../shared/assistant/query.ts'
import { addDays, startOfDay } from '../../../shared/dates.ts'
import { type Event, spanOf } from '../../../shared/assistant/words.ts'

/** Time of an event. Closing is read from the history: the last move to the present status. */
export function instantOf(event: Exclude<Event, 'due'>): RawBuilder<unknown> {
  if (event !== 'closed') return sql.ref(`requests.${event}_at`)
  return sql`(select max(h.at) from request_history as h where h.request_number = requests.number
    and h.field = 'status' and h.new_value = requests.status)`
}

export function timeConditions(filter: QueryFilter, timeZone: string): RawBuilder<SqlBool>[] {
  const due = spanOf(filter, 'due')
  const conditions: RawBuilder<SqlBool>[] = []
  if (due.from !== undefined) conditions.push(sql`requests.due_date >= ${due.from}`)
  if (due.to !== undefined) conditions.push(sql`requests.due_date <= ${due.to}`)
  for (const event of ['created', 'started', 'completed', 'updated'] as const) {
    conditions.push(...withinDays(instantOf(event), spanOf(filter, event), timeZone))
  }
  const closed = spanOf(filter, 'closed')
  if (closed.from === undefined && closed.to === undefined) return conditions
  return [
    ...conditions,
    sql`requests.status in ('rejected', 'cancelled')`,
    ...withinDays(instantOf('closed'), closed, timeZone),
  ]
}

/** Conditions that an instant falls on these days in the office's time zone. */
function withinDays(
  instant: RawBuilder<unknown>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
): RawBuilder<SqlBool>[] {
  return [
    ...(from === undefined ? [] : [sql<SqlBool>`${instant} >= ${startOfDay(timeZone, from)}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`${instant} < ${startOfDay(timeZone, addDays(to, 1))}`]),
  ]
}
