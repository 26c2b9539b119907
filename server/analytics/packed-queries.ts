import { type RawBuilder, sql } from 'kysely'
import { CHANGE_FIELDS } from '../../engine/flow/packed.ts'
import type { Db } from '../platform/database/db.ts'
import { packedInstant } from '../platform/database/dialect.ts'

/**
 * Rows joined into one text by the database: hundreds of thousands of rows reach the thread as a few texts, where cloning
 * objects would block the event loop for a second.
 */
async function readPacked(db: Db, line: RawBuilder<string>, from: RawBuilder<unknown>): Promise<string> {
  const query = sql<{ packed: string | null }>`select string_agg(line, ${sql.lit('\n')}) as packed
    from (select ${line} as line from ${from}) as lines`
  const [row] = await db.readInWorker(query.compile(db.read))
  return row?.packed ?? ''
}

const joined = (...values: RawBuilder<unknown>[]) => sql<string>`${sql.join(values, sql` || ',' || `)}`

/** Values of `FlowModel.addRequests`. */
function packRequests(db: Db, condition: RawBuilder<unknown>): Promise<string> {
  const at = packedInstant(db.read, sql.ref('r.created_at'))
  const line = joined(
    sql`r.number`,
    sql`r.request_id`,
    sql`r.requester_id`,
    at,
    sql`r.status`,
    sql`r.due_date`,
    sql`coalesce(r.assigned_to_id, '')`,
    sql`r.priority`,
    sql`r.department`,
    sql`coalesce(c.development_type, '')`,
  )
  const rows = sql`requests as r left join classifications as c on c.request_number = r.number
    where ${condition} order by r.number`
  return readPacked(db, line, rows)
}

/** Values of `FlowModel.loadChanges`. */
function packChanges(db: Db, condition: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<string> {
  const at = packedInstant(db.read, sql.ref('at'))
  const line = joined(sql`request_number`, at, sql`field`, sql`coalesce(old_value, '')`, sql`coalesce(new_value, '')`)
  const fields = sql.join(CHANGE_FIELDS.map((field) => sql.lit(field)))
  const rows = sql`request_history where ${condition} and action in ('updated', 'cancelled') and field in (${fields})
    order by ${order}`
  return readPacked(db, line, rows)
}

/** After the first number, up to and including the second. */
export function requestsBetween(db: Db, after: number, upTo: number): Promise<string> {
  return packRequests(db, sql`r.number > ${after} and r.number <= ${upTo}`)
}

/** After the first id, up to and including the second. */
export function changesBetween(db: Db, after: number, upTo: number): Promise<string> {
  return packChanges(db, sql`id > ${after} and id <= ${upTo}`, sql`id`)
}

/** Requests with all their changes. */
export async function readWhole(db: Db, numbers: readonly number[]): Promise<{ requests: string; changes: string }> {
  const listed = sql.join(numbers.map((number) => sql.lit(number)))
  // Requests last, so that their present values are never older than the changes.
  const changes = await packChanges(db, sql`request_number in (${listed})`, sql`request_number, id`)
  return { requests: await packRequests(db, sql`r.number in (${listed})`), changes }
}
