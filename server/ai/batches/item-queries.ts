import { sql } from 'kysely'
import type { BatchItemsQuery } from '../../../shared/ai-batches.ts'
import { SURE } from '../../../shared/chance.ts'
import type { Departments } from '../../../shared/departments.ts'
import type { FieldName } from '../../../shared/request-fields.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type Scope, visibleCondition } from '../../requests/visibility.ts'

export async function updateItem(
  tx: Tx,
  id: number,
  change: Partial<Omit<Tables['batch_items'], 'id'>>,
): Promise<void> {
  await tx.updateTable('batch_items').set(change).where('id', '=', id).execute()
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
