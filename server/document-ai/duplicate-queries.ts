import { isLive } from '../platform/database/live-documents.ts'
import type { Reader, Tx } from '../platform/database/db.ts'
import type { StoredProposal } from './proposal-queries.ts'

/** Stores a proposal's duplicates unless it was changed meanwhile. No new version: people do not edit this column. */
export async function keepDuplicates(
  tx: Tx,
  { id, version }: Pick<StoredProposal, 'id' | 'version'>,
  duplicates: string,
): Promise<void> {
  await tx
    .updateTable('document_proposals')
    .set({ duplicates })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
}

/** The requests that possible duplicates refer to, by id. */
export async function requestsForDuplicates(reader: Reader, ids: string[]) {
  if (ids.length === 0) return []
  return reader
    .selectFrom('requests')
    .select(['id', 'request_id', 'title', 'status', 'completed_at', 'requester_id', 'assigned_to_id'])
    .where('id', 'in', ids)
    .execute()
}

/** The proposals that these requests were created from. */
export async function proposalsBehind(reader: Reader, requestIds: string[]) {
  if (requestIds.length === 0) return []
  return reader
    .selectFrom('document_proposals as p')
    .innerJoin('requests as q', 'q.number', 'p.request_number')
    .select(['p.id', 'p.reading_id', 'q.id as request'])
    .where('q.id', 'in', requestIds)
    .execute()
}

export async function proposalsForDuplicates(reader: Reader, ids: string[]) {
  if (ids.length === 0) return []
  return reader
    .selectFrom('document_proposals as p')
    .innerJoin('document_readings as r', 'r.id', 'p.reading_id')
    .innerJoin('documents as d', 'd.id', 'r.document_id')
    .leftJoin('requests as q', 'q.number', 'p.request_number')
    .leftJoin('requests as own', 'own.number', 'd.request_number')
    .select(['p.id', 'p.reading_id', 'p.title', 'p.state', 'd.name', 'd.request_number as attached_to'])
    .select(['q.id as request', 'own.requester_id', 'own.assigned_to_id'])
    .where('p.id', 'in', ids)
    .where('p.state', '!=', 'refused')
    .where(isLive('d'))
    .execute()
}

/** The newest proposals that were not refused, to compare with. */
export function proposalsToCompare(reader: Reader, limit: number) {
  return reader
    .selectFrom('document_proposals as p')
    .innerJoin('document_readings as r', 'r.id', 'p.reading_id')
    .innerJoin('documents as d', 'd.id', 'r.document_id')
    .select(['p.id', 'p.title', 'p.passage'])
    .where('p.state', '!=', 'refused')
    .where(isLive('d'))
    .orderBy('r.asked_at', 'desc')
    .orderBy('p.position')
    .limit(limit)
    .execute()
}

const MAX_ACCEPTED = 50

/** Proposals of other documents accepted since `since`, the newest first, up to a limit. */
export function acceptedElsewhere(reader: Reader, readingId: string, since: Date) {
  return reader
    .selectFrom('document_proposals')
    .select(['id', 'title', 'passage'])
    .where('request_number', 'is not', null)
    .where('state', '=', 'accepted')
    .where('reading_id', '!=', readingId)
    .where('decided_at', '>=', since.toISOString())
    .orderBy('request_number', 'desc')
    .limit(MAX_ACCEPTED)
    .execute()
}
