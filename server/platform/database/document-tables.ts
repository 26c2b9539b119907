import type { DocumentType } from '../../../shared/document-types.ts'
import type { TextState } from '../../../shared/documents.ts'
import type { DevelopmentType } from '../../../shared/ai.ts'
import type { ReadingState } from '../../../shared/document-ai.ts'
import type { ProposalState } from '../../../shared/document-proposals.ts'
import type { Priority } from '../../../shared/requests.ts'

/** Files and the text extracted from them. */
export interface DocumentTables {
  /** One row per distinct content, however often it is attached. The sweep deletes rows without a document or upload. */
  files: {
    /** SHA-256, hexadecimal */
    checksum: string
    /** the generated name in the file store; content stored again after its removal gets a new one */
    store_key: string
    size: number
    type: DocumentType
    stored_at: string
    text_state: TextState
    text_note: string | null
    pages: number | null
  }
  /** The extracted text of each page, unfolded. */
  file_pages: { checksum: string; page: number; text: string }
  /** Uploads in progress, and complete ones that are not attached yet. */
  uploads: {
    id: string
    user_id: string
    name: string
    size: number
    received: number
    /** null until the file is complete */
    checksum: string | null
    created_at: string
    expires_at: string
  }
  documents: {
    id: string
    /** null: uploaded to Document AI, not attached to a request */
    request_number: number | null
    checksum: string
    name: string
    size: number
    uploaded_by_id: string
    uploaded_at: string
    deleted_at: string | null
    deleted_by_id: string | null
  }
  /**
   * One per document, shared by all users. `result` is JSON (`ReadingResult`), `engine` names engine and version; both
   * null until it is read.
   */
  document_readings: {
    id: string
    document_id: string
    asked_by_id: string
    asked_at: string
    state: ReadingState
    /** when it became ready or failed */
    ended_at: string | null
    /** codes with values (`server/document-ai/notes.ts`); sentences in old rows */
    note: string | null
    engine: string | null
    result: string | null
  }
  document_proposals: {
    id: string
    reading_id: string
    position: number
    title: string
    description: string
    department: string
    priority: Priority
    development_type: DevelopmentType | null
    due_date: string | null
    page: number
    start_offset: number
    end_offset: number
    passage: string
    section: string | null
    confidence: number
    /** the classification of the proposed text */
    suggestion_id: string | null
    /** JSON: the fields as proposed; differences were edited by a person */
    suggested: string
    /** JSON: duplicate scores with ids; the requests are loaded with the viewer's permissions */
    duplicates: string
    state: ProposalState
    decided_by_id: string | null
    decided_at: string | null
    request_number: number | null
    version: number
  }
  /** The passage of an attached document that a request was created from. */
  request_sources: {
    request_number: number
    document_id: string
    page: number
    start_offset: number
    end_offset: number
    passage: string
  }
  /** Folded document texts of requests, for the search. */
  search_pages: {
    /** prefixed with the request's number, so that the newest requests sort last */
    id: number
    request_number: number
    document_id: string
    page: number
    text: string
  }
}
