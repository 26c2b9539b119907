import { fold, foldWithin } from '../../../shared/fold.ts'
import { LIMITS } from '../../../shared/text-rules.ts'
import type { Tx } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Tables } from '../../platform/database/tables.ts'

/** Indexes a new request. Call it in the transaction that stores the request. */
export async function addToSearch(
  tx: Tx,
  request: { number: number; requestId: string; title: string; description: string },
): Promise<void> {
  await insertDocument(tx, {
    request_number: request.number,
    request_id: fold(request.requestId),
    title: foldWithin(request.title, LIMITS.title),
    description: foldWithin(request.description, LIMITS.description),
  })
}

const insertDocument = prepared<Tables['search_documents'], Record<string, never>>((db, param) =>
  db.insertInto('search_documents').values({
    request_number: param.request_number,
    request_id: param.request_id,
    title: param.title,
    description: param.description,
  }),
)

/** Indexes changed texts of a request; those left out stay as they are. */
export async function changeInSearch(
  tx: Tx,
  number: number,
  texts: { title?: string | undefined; description?: string | undefined },
): Promise<void> {
  if (texts.title === undefined && texts.description === undefined) return
  await tx
    .updateTable('search_documents')
    .set({
      ...(texts.title !== undefined && { title: foldWithin(texts.title, LIMITS.title) }),
      ...(texts.description !== undefined && { description: foldWithin(texts.description, LIMITS.description) }),
    })
    .where('request_number', '=', number)
    .execute()
}
