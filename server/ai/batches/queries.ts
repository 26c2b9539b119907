import type { Insertable } from 'kysely'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { tellPages } from '../../platform/database/hints.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type Scope, visibleCondition } from '../../requests/visibility.ts'

const BATCH_SIZE = 500
const LISTED = 20

export async function insertBatch(tx: Tx, batch: Tables['batches'], numbers: number[]): Promise<void> {
  await tx.insertInto('batches').values(batch).execute()
  tellPages(tx, { kind: 'batches', personId: batch.created_by_id })
  for (let from = 0; from < numbers.length; from += BATCH_SIZE) {
    const rows: Insertable<Tables['batch_items']>[] = numbers
      .slice(from, from + BATCH_SIZE)
      .map((request_number) => ({ batch_id: batch.id, request_number }))
    await tx.insertInto('batch_items').values(rows).execute()
  }
}

/** A person's newest batches, or one of them. Counts only the rows of those, regardless of the number of older batches. */
export function batchesOf(reader: Reader, personId: string, id?: string) {
  let newest = reader
    .selectFrom('batches')
    .select(['id', 'created_at', 'state', 'total'])
    .where('created_by_id', '=', personId)
  if (id !== undefined) newest = newest.where('id', '=', id)
  return reader
    .selectFrom(newest.orderBy('created_at', 'desc').orderBy('id').limit(LISTED).as('b'))
    .leftJoin('batch_items as i', 'i.batch_id', 'b.id')
    .select(['b.id', 'b.created_at', 'b.state', 'b.total'])
    .select((row) => [
      row.fn.count<number>('i.suggestion_id').as('done'),
      row.fn.count<number>('i.decision').as('decided'),
    ])
    .groupBy(['b.id', 'b.created_at', 'b.state', 'b.total'])
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id')
    .execute()
}

/** For each of these batches the numbers of rows, analyzed and decided ones, among those that the reader may still see. */
export async function countVisible(reader: Reader, scope: NonNullable<Scope>, batchIds: readonly string[]) {
  if (batchIds.length === 0) return []
  return reader
    .selectFrom('batch_items as i')
    .innerJoin('requests as r', 'r.number', 'i.request_number')
    .select(['i.batch_id as id'])
    .select((row) => [
      row.fn.countAll<number>().as('total'),
      row.fn.count<number>('i.suggestion_id').as('done'),
      row.fn.count<number>('i.decision').as('decided'),
    ])
    .where('i.batch_id', 'in', batchIds)
    .where(visibleCondition(scope.ownOf, 'r'))
    .groupBy('i.batch_id')
    .execute()
}

export async function countRunning(tx: Tx, personId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('batches')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('created_by_id', '=', personId)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function findBatch(reader: Reader, id: string) {
  return reader.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Ends a running batch. @returns false when it had already ended */
export async function endBatch(tx: Tx, id: string, state: 'finished' | 'cancelled', at: string): Promise<boolean> {
  const ended = await tx
    .updateTable('batches')
    .set({ state, ended_at: at })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('created_by_id')
    .executeTakeFirst()
  if (ended) tellPages(tx, { kind: 'batches', personId: ended.created_by_id })
  return ended !== undefined
}

export function nextWaiting(reader: Reader, batchId: string, after: number) {
  return reader
    .selectFrom('batch_items as i')
    .innerJoin('requests as r', 'r.number', 'i.request_number')
    .select([
      'i.id as item_id',
      'r.number',
      'r.id',
      'r.title',
      'r.description',
      'r.priority',
      'r.department',
      'r.version',
    ])
    .where('i.batch_id', '=', batchId)
    .where('i.suggestion_id', 'is', null)
    .where('i.id', '>', after)
    .orderBy('i.id')
    .limit(1)
    .executeTakeFirst()
}

/** Stores the result for a waiting item. @returns false when the item already has one */
export async function fillItem(
  tx: Tx,
  id: number,
  result: Partial<Omit<Tables['batch_items'], 'id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('batch_items')
    .set(result)
    .where('id', '=', id)
    .where('suggestion_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
