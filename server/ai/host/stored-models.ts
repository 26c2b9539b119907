import { type Insertable, sql } from 'kysely'
import type { Db, Reader, Tx } from '../../platform/database/db.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { ENGINE_NAME, ENGINE_VERSION } from '../../../engine/version.ts'

/** The newest model taken into use that this engine version can read, without its content. */
export function newestReadableModel(reader: Reader) {
  return reader
    .selectFrom('models')
    .select(['id', 'learned_from'])
    .where('engine', '=', ENGINE_NAME)
    .where('engine_version', '=', ENGINE_VERSION)
    .where('content', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function newestModel(reader: Reader): Promise<{ id: number; content: Uint8Array } | undefined> {
  const newest = await newestReadableModel(reader)
  if (!newest) return undefined
  const row = await reader.selectFrom('models').select('content').where('id', '=', newest.id).executeTakeFirst()
  // A copy: the driver's bytes may be a view into a larger buffer.
  return row?.content ? { id: newest.id, content: new Uint8Array(row.content) } : undefined
}

/** The newest model trained by this engine version, the only ones it can read, without its content: one taken into use, or any. */
export function newestModelRow(reader: Reader, which: 'in use' | 'any') {
  let query = reader
    .selectFrom('models')
    .select(['created_at', 'learned_from', 'data_to'])
    .where('engine', '=', ENGINE_NAME)
    .where('engine_version', '=', ENGINE_VERSION)
  if (which === 'in use') query = query.where('taken_into_use', '=', 1)
  return query.orderBy('id', 'desc').limit(1).executeTakeFirst()
}

export async function insertModel(tx: Tx, row: Insertable<Tables['models']>): Promise<void> {
  await tx.insertInto('models').values(row).execute()
}

/** Retains the content of the last three models, for a rollback should one turn out badly. */
export async function dropOldContents(tx: Tx): Promise<void> {
  const rows = await tx
    .selectFrom('models')
    .select('id')
    .where('content', 'is not', null)
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  await tx
    .updateTable('models')
    .set({ content: null })
    .where('content', 'is not', null)
    .where('id', '<', Math.min(...rows.map(({ id }) => id), Number.MAX_SAFE_INTEGER))
    .execute()
}

export async function countDecisionsSince(reader: Reader, at: string | null): Promise<number> {
  let query = reader.selectFrom('suggestion_decisions').select((all) => all.fn.countAll<number>().as('count'))
  if (at !== null) query = query.where('decided_at', '>', at)
  return Number((await query.executeTakeFirstOrThrow()).count)
}

/** Number of requests to learn from that were created after `at`, up to `limit`. */
export async function countExamplesSince(db: Db, at: string | null, limit: number): Promise<number> {
  let query = db.read.selectFrom('requests').select('number').where('status', '!=', 'cancelled').limit(limit)
  if (at !== null) query = query.where('created_at', '>', at)
  const [row] = await db.readInWorker(
    db.read
      .selectFrom(query.as('examples'))
      .select((all) => all.fn.countAll<number>().as('count'))
      .compile(),
  )
  return Number(row!.count)
}

/** The person who last changed a field; null where it has the value that the request was created with. */
function lastChangeBy(field: 'priority' | 'department') {
  return sql<string | null>`(select h.actor_id from request_history as h
    where h.request_number = r.number and h.field = ${field} and h.action = 'updated' order by h.id desc limit 1)`
}

/** Requests with people's decisions about them, and who decided, by number: one page of the training data. */
export function examplesAfter(db: Db, number: number, limit: number) {
  return db.readInWorker(
    db.read
      .selectFrom('requests as r')
      .leftJoin('classifications as c', 'c.request_number', 'r.number')
      .select([
        'r.number',
        'r.id',
        'r.request_id as requestId',
        'r.title',
        'r.description',
        'r.priority',
        'r.department',
        'r.status',
        'r.created_at as createdAt',
        'r.completed_at as finishedAt',
        'c.development_type as developmentType',
        'c.is_decided as isDecided',
        'r.requester_id as requesterId',
      ])
      .select([
        lastChangeBy('priority').as('priorityBy'),
        lastChangeBy('department').as('departmentBy'),
        sql<string | null>`(select d.decided_by_id from suggestion_decisions as d
          where d.request_number = r.number and d.field = 'developmentType' order by d.id desc limit 1)`.as(
          'developmentTypeBy',
        ),
      ])
      .where('r.number', '>', number)
      .orderBy('r.number')
      .limit(limit)
      .compile(),
  )
}
