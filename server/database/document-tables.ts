import type { DocumentType } from '../../shared/document-types.ts'
import type { TextState } from '../../shared/documents.ts'
import type { DevelopmentType } from '../../shared/ai.ts'
import type { ProposalState, ReadingState } from '../../shared/document-ai.ts'
import type { Priority } from '../../shared/requests.ts'

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
  /** Each document once, whoever asks. `result` is JSON (`ReadingResult`), `engine` a stamp; both null until it is read. */
  document_readings: {
    id: string
    document_id: string
    asked_by_id: string
    asked_at: string
    state: ReadingState
    /** when it was ready or had failed */
    ended_at: string | null
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
    /** the classification of the text as it was proposed */
    suggestion_id: string | null
    /** JSON: the fields as they were proposed; what differs was edited by a person */
    suggested: string
    /** JSON: likenesses with ids; what they name is read with the asker's eyes */
    duplicates: string
    state: ProposalState
    decided_by_id: string | null
    decided_at: string | null
    request_number: number | null
    version: number
  }
  /** The passage of an attached document that a request comes from. */
  request_sources: {
    request_number: number
    document_id: string
    page: number
    start_offset: number
    end_offset: number
    passage: string
  }
  /** Folded texts of the documents of requests, for the search. */
  search_pages: {
    /** begins with the request's number, so that the newest requests come last */
    id: number
    request_number: number
    document_id: string
    page: number
    text: string
  }
}
