import { type Expression, type ExpressionBuilder, type InferResult, sql } from 'kysely'
import { actionsOf, actionsSaying } from '../../../shared/audit-actions.ts'
import type { AuditFilter } from '../../../shared/audit.ts'
import { addDays, startOfDay } from '../../../shared/dates.ts'
import { fold } from '../../../shared/fold.ts'
import type { Reader } from '../../platform/database/db.ts'
import { engineOf, escapeLike } from '../../platform/database/dialect.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { requestIdIn } from '../../requests/address.ts'

/** Entries are written in order of time, except for concurrent ones: their ids may be out of order by this much. */
const OVERLAP_MS = 60_000

export type Wanted = AuditFilter & { timeZone: string }

/** The matching entries with the names of the people, unordered. */
export function matchingEntries(read: Reader, { timeZone, ...filter }: Wanted) {
  return read
    .selectFrom('audit_log')
    .leftJoin('users as actor', 'actor.id', 'audit_log.actor_id')
    .leftJoin('users as person', 'person.id', 'audit_log.target_id')
    .leftJoin('requests', 'requests.id', 'audit_log.target_id')
    .where((row) => row.and(conditions(row, read, filter, timeZone)))
    .select([
      'audit_log.id',
      'audit_log.seq',
      'audit_log.at',
      'audit_log.actor_id',
      'audit_log.action',
      'audit_log.target_type',
      'audit_log.target_id',
      'audit_log.details',
      'audit_log.address',
      'audit_log.previous_hash',
      'audit_log.hash',
      'actor.first_name as actor_first',
      'actor.last_name as actor_last',
      'person.first_name as person_first',
      'person.last_name as person_last',
      'requests.request_id',
    ])
}
export type FoundEntry = InferResult<ReturnType<typeof matchingEntries>>[number]

type Row = ExpressionBuilder<Tables, 'audit_log'>

function conditions(row: Row, read: Reader, filter: AuditFilter, timeZone: string) {
  const { person, group, target, from, to, address, text } = filter
  return [
    person === undefined ? [] : row('audit_log.actor_id', '=', person),
    group === undefined ? [] : row('audit_log.action', 'in', actionsOf(group)),
    target === undefined ? [] : row('audit_log.target_id', 'in', targetIds(read, target)),
    from === undefined ? [] : since(row, read, startOfDay(timeZone, from)),
    to === undefined ? [] : until(row, read, startOfDay(timeZone, addDays(to, 1))),
    address === undefined ? [] : isFrom(row, address),
    text === undefined ? [] : says(row, read, text),
  ].flat()
}

/** A request by its number, any other target by its id. */
function targetIds(read: Reader, target: string) {
  return read
    .selectFrom('requests')
    .select('id')
    .where('request_id', '=', requestIdIn(target) ?? target)
    .unionAll(read.selectNoFrom(sql<string>`cast(${target} as text)`.as('id')))
}

/** Also limits the ids: the log is read in id order, and only ids can bound that scan by day. */
function since(row: Row, read: Reader, instant: string) {
  const earlier = new Date(Date.parse(instant) - OVERLAP_MS).toISOString()
  const first = read.selectFrom('audit_log').select('id').where('at', '>=', earlier).orderBy('at').limit(1)
  return [row('audit_log.at', '>=', instant), row('audit_log.id', '>=', orElse(first, Number.MAX_SAFE_INTEGER))]
}

function until(row: Row, read: Reader, instant: string) {
  const later = new Date(Date.parse(instant) + OVERLAP_MS).toISOString()
  const last = read.selectFrom('audit_log').select('id').where('at', '<', later).orderBy('at', 'desc').limit(1)
  return [row('audit_log.at', '<', instant), row('audit_log.id', '<=', orElse(last, 0))]
}

function orElse(expression: Expression<unknown>, otherwise: number) {
  return sql<number>`coalesce(${expression}, ${otherwise})`
}

function isFrom(row: Row, address: string) {
  const begins = escapeLike(address.toLowerCase())
  return row.or([
    sql<boolean>`audit_log.address like ${`${begins}%`} escape '\\'`,
    // Entries older than the address column.
    sql<boolean>`(audit_log.address is null and audit_log.details like ${`%"address":"${begins}%`} escape '\\')`,
  ])
}

function says(row: Row, read: Reader, text: string) {
  const actions = actionsSaying(text)
  const inDetails = searched(text).map(
    (one) => sql<boolean>`${folded(read)} like ${`%${escapeLike(one)}%`} escape '\\'`,
  )
  return row.or(actions.length === 0 ? inDetails : [...inDetails, row('audit_log.action', 'in', actions)])
}

function folded(read: Reader) {
  // Other locales of PostgreSQL also change letters beyond ASCII, or make another letter of an I.
  const details = engineOf(read) === 'postgres' ? sql`audit_log.details collate "C"` : sql`audit_log.details`
  return sql`coalesce(audit_log.folded_details, lower(${details}))`
}

/** A text with quotation marks may be one of the values, or a piece of the details as they are exported. */
function searched(text: string): string[] {
  const asTyped = fold(text)
  return [...new Set([asTyped, JSON.stringify(asTyped).slice(1, -1)])]
}
