import { takesDocuments } from '../../shared/request-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { DocumentList } from '../../shared/documents.ts'
import type { ServiceRequest } from '../../shared/requests.ts'
import { pollEvery } from '../client/live.ts'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useFocusFallback } from '../ui/focus-fallback.ts'
import { NotLoaded } from '../ui/NotLoaded.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { requestDocumentsOptions } from './common/documents-api.ts'
import { useActor } from '../people/common/use-actor.ts'
import { attachUploads } from './api.ts'
import { DocumentRow } from './DocumentRow.tsx'
import { FileBox } from './FileBox.tsx'
import { useUploader } from './use-uploader.ts'
import styles from './documents.module.css'

/** Polling interval while the text of a document is being extracted. */
const POLL_INTERVAL_MS = 3000

const isReading = (list: DocumentList | undefined) => list?.documents.some(({ text }) => text.state === 'waiting')

export interface DocumentsTabProps {
  request: Pick<ServiceRequest, 'id' | 'status'>
  level: 2 | 3
}

/** The documents of a request, and with the permission a box to add some. */
export function DocumentsTab({ request, level }: DocumentsTabProps) {
  const actor = useActor()
  // Nothing can be attached to a cancelled request; the server says the same.
  const mayAdd = actor.permissions.has('documents.upload') && takesDocuments(request.status)
  return (
    <div className="stack">
      <Documents requestId={request.id} mayAdd={mayAdd} level={level} />
      {mayAdd && <AddDocuments requestId={request.id} />}
    </div>
  )
}

function Documents({ requestId, mayAdd, level }: { requestId: string; mayAdd: boolean; level: 2 | 3 }) {
  const documents = useQuery({
    ...requestDocumentsOptions(requestId),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (isReading(state.data) ? pollEvery(POLL_INTERVAL_MS) : false),
  })
  const box = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusFallback(box, '[data-document], h2, h3', documents.data?.documents.length)
  if (documents.isError && !documents.data) return <ReadError title="Failed to fetch documents" query={documents} />
  if (!documents.data && documents.isPaused) return <NotLoaded what="The documents were not loaded" />
  if (!documents.data)
    return (
      <Loading label="Loading documents">
        <div className="stack">
          <Skeleton width="60%" />
          <Skeleton width="45%" />
        </div>
      </Loading>
    )
  return (
    <div ref={box}>
      {documents.data.documents.length === 0 ? (
        <EmptyState picture={mayAdd ? 'add' : 'page'} title="No documents attached" level={level} />
      ) : (
        <ul className={styles.documents} aria-label="Documents">
          {documents.data.documents.map((document) => (
            <DocumentRow key={document.id} document={document} onDelete={keepFocus} />
          ))}
        </ul>
      )}
    </div>
  )
}

function AddDocuments({ requestId }: { requestId: string }) {
  const uploader = useUploader(`request ${requestId}`, (uploadId) => attachUploads(requestId, [uploadId]))
  return <FileBox uploader={uploader} label="Add documents" />
}
