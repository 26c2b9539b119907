import { type Insertable, sql } from 'kysely'
import type { BatchItemsQuery } from '../../shared/ai-batches.ts'
import type { Departments } from '../../shared/departments.ts'
import { SURE } from '../../shared/chance.ts'
import type { FieldName } from '../../shared/request-fields.ts'
import type { Reader, Tx } from '../database/db.ts'
import type { Tables } from '../database/tables.ts'
import { type Scope, visibleCondition } from '../requests/visibility.ts'

const BATCH_SIZE = 500
const LISTED = 20

export async function insertBatch(tx: Tx, batch: Tables['batches'], numbers: number[]): Promise<void> {
  await tx.insertInto('batches').values(batch).execute()
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
  const { numUpdatedRows } = await tx
    .updateTable('batches')
    .set({ state, ended_at: at })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
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

export async function updateItem(
  tx: Tx,
  id: number,
  change: Partial<Omit<Tables['batch_items'], 'id'>>,
): Promise<void> {
  await tx.updateTable('batch_items').set(change).where('id', '=', id).execute()
}

/** Stores the result for a waiting item. @returns false when the item already has one */
export async function fillItem(
  tx: Tx,
  id: number,
  found: Partial<Omit<Tables['batch_items'], 'id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('batch_items')
    .set(found)
    .where('id', '=', id)
    .where('suggestion_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** An item with its suggestion. */
export function findItem(reader: Reader, batchId: string, id: number) {
  return itemsOf(reader, batchId)
    .selectAll('i')
    .select([
      'r.id as request',
      'r.priority as now_priority',
      'r.department as now_department',
      's.priority',
      's.department',
    ])
    .where('i.id', '=', id)
    .executeTakeFirst()
}

/** Changes of these fields since a version of the request. */
export function changesSince(reader: Reader, requestNumber: number, version: number, fields: readonly FieldName[]) {
  return reader
    .selectFrom('request_history')
    .select(['field', 'old_value', 'new_value'])
    .where('request_number', '=', requestNumber)
    .where('version', '>', version)
    .where('action', '=', 'updated')
    .where('field', 'in', fields)
    .execute()
}

const PRIORITY_DIFFERS = sql<boolean>`s.priority <> r.priority`

/**
 * Whether a suggestion differs from its request's present values; null while the row waits. A retired department counts as
 * its successor.
 */
function differences(departments: Departments) {
  const retired = departments.all.filter(({ key }) => !departments.isActive(key))
  const cases = retired.map(({ key }) => sql`when ${key} then ${departments.presentOf(key) ?? sql.ref('r.department')}`)
  const suggested =
    cases.length === 0 ? sql`s.department` : sql`case s.department ${sql.join(cases, sql` `)} else s.department end`
  const department = sql<boolean>`${suggested} <> r.department`
  return { department, any: sql<boolean>`(${PRIORITY_DIFFERS} or ${department})` }
}

/** Primary sort key of the rows; age comes second. */
const SORTED = {
  newest: () => null,
  difference: ({ department }: ReturnType<typeof differences>) =>
    sql`case when not ${department} then 1 when not ${PRIORITY_DIFFERS} then 2 else 0 end`,
  surest: () => sql`s.confidence desc`,
  'least-sure': () => sql`s.confidence`,
}

interface ItemFilter {
  departments: Departments
  /** applied because the reader may see fewer requests now than when the batch was started */
  scope: Scope
  /** excludes rows that a cancelled batch has not reached: they will never be analyzed */
  lookedAt: boolean
}

export function pageOfItems(
  reader: Reader,
  batchId: string,
  { page = 1, limit = 20, decision, differs, sort = 'newest' }: BatchItemsQuery,
  only: ItemFilter,
) {
  const differ = differences(only.departments)
  let query = itemsOf(reader, batchId, only)
  if (decision === 'none') query = query.where('i.decision', 'is', null)
  else if (decision) query = query.where('i.decision', '=', decision)
  if (differs) query = query.where(differs === 'true' ? differ.any : sql<boolean>`not ${differ.any}`)
  const first = SORTED[sort](differ)
  if (first) query = query.orderBy(first)
  return query
    .selectAll('i')
    .select(['r.id as request', 'r.request_id', 'r.title', 'r.status', 'r.requester_id', 'r.assigned_to_id'])
    .select(['r.priority as now_priority', 'r.department as now_department'])
    .select(['s.priority', 's.department', 's.development_type', 's.confidence'])
    .orderBy('i.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
}

/** Numbers of rows by decision, and how many of them would change their request. */
export function countItems(reader: Reader, batchId: string, only: ItemFilter) {
  const { any } = differences(only.departments)
  const countOf = (what: typeof any) => sql<number>`coalesce(sum(case when ${what} then 1 else 0 end), 0)`
  return itemsOf(reader, batchId, only)
    .select('i.decision')
    .select((row) => [
      row.fn.countAll<number>().as('all'),
      countOf(any).as('differ'),
      countOf(sql`not ${any}`).as('agree'),
      countOf(sql`${any} and s.confidence >= ${SURE}`).as('sure'),
    ])
    .groupBy('i.decision')
    .execute()
}

/** The items of a batch, each with its request and, once there is one, its suggestion. */
function itemsOf(
  reader: Reader,
  batchId: string,
  { scope, lookedAt }: Pick<ItemFilter, 'scope' | 'lookedAt'> = { scope: null, lookedAt: false },
) {
  let items = reader
    .selectFrom('batch_items as i')
    .innerJoin('requests as r', 'r.number', 'i.request_number')
    .leftJoin('suggestions as s', 's.id', 'i.suggestion_id')
    .where('i.batch_id', '=', batchId)
  if (scope) items = items.where(visibleCondition(scope.ownOf, 'r'))
  return lookedAt ? items.where('i.suggestion_id', 'is not', null) : items
}
