import type { Insertable, Selectable } from 'kysely'
import { isLive } from '../platform/database/live-documents.ts'
import type { Reader, Tx } from '../platform/database/db.ts'
import type { Tables } from '../platform/database/tables.ts'

const BATCH_SIZE = 50

export async function insertProposals(tx: Tx, rows: Insertable<Tables['document_proposals']>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH_SIZE) {
    await tx
      .insertInto('document_proposals')
      .values(rows.slice(from, from + BATCH_SIZE))
      .execute()
  }
}

/** Joins the person who decided and the request that each proposal became. */
function selectProposals(reader: Reader) {
  return reader
    .selectFrom('document_proposals as p')
    .leftJoin('users as u', 'u.id', 'p.decided_by_id')
    .leftJoin('requests as q', 'q.number', 'p.request_number')
    .selectAll('p')
    .select(['u.first_name as first', 'u.last_name as last'])
    .select(['q.id as request', 'q.request_id', 'q.status', 'q.requester_id', 'q.assigned_to_id'])
}

export type ProposalRow = NonNullable<Awaited<ReturnType<typeof findProposal>>>
export type StoredProposal = Selectable<Tables['document_proposals']>

export function findProposal(reader: Reader, id: string) {
  return selectProposals(reader).where('p.id', '=', id).executeTakeFirst()
}

/** In the order of the document. */
export function proposalsOf(reader: Reader, readingId: string) {
  return selectProposals(reader).where('p.reading_id', '=', readingId).orderBy('p.position').execute()
}

/**
 * Changes a proposal if it still has the version that the caller saw (optimistic lock).
 * @returns whether it was changed
 */
export async function updateProposal(
  tx: Tx,
  { id, version }: Pick<StoredProposal, 'id' | 'version'>,
  change: Partial<StoredProposal>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('document_proposals')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Sets the request's number, which is known only later in the transaction. */
export async function linkRequest(tx: Tx, id: string, request_number: number): Promise<void> {
  await tx.updateTable('document_proposals').set({ request_number }).where('id', '=', id).execute()
}

/** Whether a person other than `except` has edited or cancelled a request, commented on it, or changed its documents. */
export async function isWorkedOn(reader: Reader, requestNumber: number, except: string[]): Promise<boolean> {
  const rows = await reader
    .selectFrom('request_history')
    .select('id')
    .where('request_number', '=', requestNumber)
    .where('action', 'in', ['updated', 'cancelled', 'commented', 'document-added', 'document-removed'])
    .where('actor_id', 'not in', except)
    .limit(1)
    .executeTakeFirst()
  return rows !== undefined
}

export async function insertSource(tx: Tx, row: Tables['request_sources']): Promise<void> {
  await tx.insertInto('request_sources').values(row).execute()
}

export function sourcesOf(reader: Reader, requestNumber: number) {
  return reader
    .selectFrom('request_sources as s')
    .innerJoin('documents as d', 'd.id', 's.document_id')
    .select(['s.document_id', 'd.name', 's.page', 's.start_offset', 's.end_offset', 's.passage'])
    .where('s.request_number', '=', requestNumber)
    .where(isLive('d'))
    .orderBy('d.uploaded_at')
    .orderBy('d.id')
    .execute()
}
