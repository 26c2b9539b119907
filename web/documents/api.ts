import { queryOptions } from '@tanstack/react-query'
import type { DocumentList, StoredDocument } from '../../shared/documents.ts'
import { DOCUMENT_SETTINGS, type DocumentSettings } from '../../shared/document-settings.ts'
import { del, post, put } from '../client/api.ts'
import { forgetIdempotencyKey, idempotencyKeyFor } from '../client/idempotency-key.ts'
import { queryClient, refresh } from '../client/query.ts'
import { requestChanged } from '../requests/common/api.ts'
import { documentsAddress, requestDocumentsOptions } from './common/documents-api.ts'

/** Rules for attachments. Until they are loaded, the defaults stand in. */
export function documentRulesOptions() {
  return queryOptions<DocumentSettings>({
    queryKey: ['/api/settings/documents'],
    placeholderData: DOCUMENT_SETTINGS,
  })
}

/** Attaches complete uploads, all or none. Idempotent: a retry after a failure attaches them once. */
export async function attachUploads(requestId: string, uploadIds: readonly string[]): Promise<void> {
  const body = { uploadIds }
  const place = `${documentsAddress(requestId)}#${uploadIds[0]}`
  keep(
    requestId,
    await post<DocumentList>(documentsAddress(requestId), body, { attempt: idempotencyKeyFor(place, body) }),
  )
  forgetIdempotencyKey(place)
}

/** Lets Document AI read complete uploads, which become documents without a request. */
export async function readUploads(uploadIds: readonly string[]): Promise<void> {
  const place = '/api/document-readings'
  const body = { uploadIds }
  await post(place, body, { attempt: idempotencyKeyFor(place, body) })
  forgetIdempotencyKey(place)
  void refresh(place)
}

export async function deleteDocument(document: StoredDocument): Promise<void> {
  await del(`/api/documents/${encodeURIComponent(document.id)}`)
  changed(document)
}

export async function restoreDocument(document: StoredDocument): Promise<void> {
  await put(`/api/documents/${encodeURIComponent(document.id)}/restore`)
  changed(document)
}

function keep(requestId: string, list: DocumentList): void {
  queryClient.setQueryData(requestDocumentsOptions(requestId).queryKey, list)
  // The history records it as well.
  void refresh(`/api/requests/${encodeURIComponent(requestId)}/history`)
}

function changed({ id, requestId }: StoredDocument): void {
  void refresh(`/api/documents/${encodeURIComponent(id)}`)
  if (requestId !== null) requestChanged(requestId)
}
