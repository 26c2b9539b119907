import type { Tx } from '../database/db.ts'
import { orderedId } from '../database/ordered-id.ts'
import { AppError } from '../errors.ts'

/**
 * Makes documents without a request of files that have arrived. Their uploads end with that.
 * @returns the documents' ids, in the order of the uploads
 * @throws AppError `not-found` for an upload of somebody else, or one that has not arrived whole
 */
export async function documentsFromUploads(
  tx: Tx,
  uploadIds: readonly string[],
  { personId, now }: { personId: string; now: Date },
): Promise<string[]> {
  const ids: string[] = []
  for (const [place, uploadId] of uploadIds.entries()) {
    const upload = await tx
      .deleteFrom('uploads')
      .where('id', '=', uploadId)
      .where('user_id', '=', personId)
      .where('checksum', 'is not', null)
      .returning(['checksum', 'name', 'size'])
      .executeTakeFirst()
    if (!upload) throw noUpload(place)
    const id = orderedId(now)
    await tx
      .insertInto('documents')
      .values({
        id,
        request_number: null,
        checksum: upload.checksum!,
        name: upload.name,
        size: upload.size,
        uploaded_by_id: personId,
        uploaded_at: now.toISOString(),
        deleted_at: null,
        deleted_by_id: null,
      })
      .execute()
    ids.push(id)
  }
  return ids
}

function noUpload(place: number): AppError {
  const message = 'This file has not arrived. Please choose it again.'
  return new AppError('not-found', message, { details: [{ path: `uploadIds.${place}`, message }] })
}

/** The same file once more, attached to a request. @returns the new document's id */
export async function attachSameFile(
  tx: Tx,
  documentId: string,
  { requestNumber, personId, now }: { requestNumber: number; personId: string; now: Date },
): Promise<string> {
  const { checksum, name, size } = await tx
    .selectFrom('documents')
    .select(['checksum', 'name', 'size'])
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  const id = orderedId(now)
  await tx
    .insertInto('documents')
    .values({
      id,
      request_number: requestNumber,
      checksum,
      name,
      size,
      uploaded_by_id: personId,
      uploaded_at: now.toISOString(),
      deleted_at: null,
      deleted_by_id: null,
    })
    .execute()
  return id
}
