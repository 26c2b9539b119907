import { queryOptions } from '@tanstack/react-query'
import type { DocumentList } from '../../../shared/documents.ts'

/** Where the documents of a request are listed and attached. */
export function documentsAddress(requestId: string): string {
  return `/api/requests/${encodeURIComponent(requestId)}/documents`
}

/** The documents of a request, oldest first. */
export function requestDocumentsOptions(requestId: string) {
  return queryOptions<DocumentList>({ queryKey: [documentsAddress(requestId)] })
}
