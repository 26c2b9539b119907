import type { DocumentType } from '../../shared/document-types.ts'
import type { TextState } from '../../shared/documents.ts'

/** Files and what was read from them. */
export interface DocumentTables {
  /** Each content once, whoever attaches it. Removed by the sweep when no document and no upload refers to it. */
  files: {
    /** SHA-256, hexadecimal */
    checksum: string
    /** the generated name in the file store; a content that is stored again after its removal gets another */
    store_key: string
    size: number
    type: DocumentType
    stored_at: string
    text_state: TextState
    text_note: string | null
    pages: number | null
  }
  /** What was read from a file, as it stands on the page. */
  file_pages: { checksum: string; page: number; text: string }
  /** Files on their way and those that wait to be attached. */
  uploads: {
    id: string
    user_id: string
    name: string
    size: number
    received: number
    /** null until the file is whole */
    checksum: string | null
    created_at: string
    expires_at: string
  }
  documents: {
    id: string
    /** null: belongs to no request, read by Document AI */
    request_number: number | null
    checksum: string
    name: string
    size: number
    uploaded_by_id: string
    uploaded_at: string
    deleted_at: string | null
    deleted_by_id: string | null
  }
}
