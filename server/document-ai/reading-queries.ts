import type { Insertable } from 'kysely'
import { isLive } from '../platform/database/live-documents.ts'
import type { Reader, Tx } from '../platform/database/db.ts'
import type { Tables } from '../platform/database/tables.ts'
import { type Scope, visibleCondition } from '../requests/visibility.ts'

/** @returns false where the document already has a reading: each is read once */
export async function insertReading(tx: Tx, row: Insertable<Tables['document_readings']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('document_readings')
    .values(row)
    .onConflict((conflict) => conflict.column('document_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Requeues a failed reading. @returns the person who asked for it; undefined when it had not failed */
export async function restartReading(tx: Tx, documentId: string): Promise<string | undefined> {
  const restarted = await tx
    .updateTable('document_readings')
    .set({ state: 'waiting', ended_at: null, note: null })
    .where('document_id', '=', documentId)
    .where('state', '=', 'failed')
    .returning('asked_by_id')
    .executeTakeFirst()
  return restarted?.asked_by_id
}

export async function countUnread(reader: Reader, personId: string): Promise<number> {
  const { count } = await reader
    .selectFrom('document_readings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('asked_by_id', '=', personId)
    .where('state', 'in', ['waiting', 'reading'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The readings of documents that are not deleted and visible in this scope. */
function readingsIn(reader: Reader, scope: Scope) {
  const readings = reader
    .selectFrom('document_readings as r')
    .innerJoin('documents as d', 'd.id', 'r.document_id')
    .innerJoin('files as f', 'f.checksum', 'd.checksum')
    .leftJoin('requests as q', 'q.number', 'd.request_number')
    .where(isLive('d'))
  if (!scope) return readings
  return readings.where((row) => row.or([row('d.request_number', 'is', null), visibleCondition(scope.ownOf, 'q')]))
}

function selectReadings(reader: Reader, scope: Scope) {
  return readingsIn(reader, scope)
    .leftJoin('users as u', 'u.id', 'r.asked_by_id')
    .select(['r.id', 'r.document_id', 'r.asked_at', 'r.state', 'r.note', 'r.engine'])
    .select(['d.name', 'd.size', 'd.checksum', 'f.type', 'f.pages', 'f.text_state', 'f.text_note'])
    .select(['q.id as request', 'q.request_id', 'u.first_name as first', 'u.last_name as last'])
}

export type ReadingRow = Awaited<ReturnType<typeof pageOfReadings>>[number]

/** Newest first. */
export function pageOfReadings(reader: Reader, scope: Scope, { page, limit }: { page: number; limit: number }) {
  return selectReadings(reader, scope)
    .orderBy('r.asked_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
}

export async function countReadings(reader: Reader, scope: Scope): Promise<number> {
  const { count } = await readingsIn(reader, scope)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function findReadings(reader: Reader, scope: Scope, by: { ids: string[] } | { documentIds: string[] }) {
  const [column, values] = 'ids' in by ? (['r.id', by.ids] as const) : (['r.document_id', by.documentIds] as const)
  return selectReadings(reader, scope).where(column, 'in', values).orderBy('r.asked_at').orderBy('r.id').execute()
}

export function findResult(reader: Reader, id: string) {
  return reader.selectFrom('document_readings').select('result').where('id', '=', id).executeTakeFirst()
}

/** Numbers of proposals by reading and state. */
export function countProposals(reader: Reader, readingIds: string[]) {
  return reader
    .selectFrom('document_proposals')
    .select(['reading_id', 'state'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('reading_id', 'in', readingIds)
    .groupBy(['reading_id', 'state'])
    .execute()
}

/** @returns whether it was there */
export async function removeReading(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('document_readings').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes a document that belongs to no request. */
export async function markDocumentDeleted(
  tx: Tx,
  { id, at, byId }: { id: string; at: string; byId: string },
): Promise<void> {
  await tx
    .updateTable('documents')
    .set({ deleted_at: at, deleted_by_id: byId })
    .where('id', '=', id)
    .where('request_number', 'is', null)
    .where(isLive('documents'))
    .execute()
}
