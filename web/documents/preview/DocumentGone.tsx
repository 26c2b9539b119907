import { FileX } from 'lucide-react'
import { ApiError } from '../../client/api-error.ts'
import { Note } from '../../ui/Note.tsx'

export function isDocumentGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410)
}

export function DocumentGone() {
  return (
    <Note tone="amber" icon={FileX} title="This document is no longer there" role="alert">
      <p>Somebody deleted it, or you may not see it any more.</p>
    </Note>
  )
}
