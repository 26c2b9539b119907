import type { DocumentType } from '../../../shared/document-types.ts'
import type { DocumentPage } from '../../../shared/documents.ts'
import type { Note, NoteCode } from './notes.ts'

/** The outcome of reading a file. */
export type Extraction =
  | {
      state: 'ready'
      pages: DocumentPage[]
      /** number of printed pages; null where the format has none, and `pages` are parts of the text */
      pageCount: number | null
      notes: Note[]
    }
  | { state: 'none'; pageCount: number | null; notes: Note[] }
  | { state: 'failed'; notes: Note[] }

export interface ReadableFile {
  type: DocumentType
  bytes: Uint8Array<ArrayBuffer>
}

export function failed(code: NoteCode): Extraction {
  return { state: 'failed', notes: [{ code }] }
}

/** A fault of the file. Any other error while reading counts as a damaged file. */
export class Unreadable extends Error {
  readonly note: Note

  constructor(note: Note) {
    super(note.code)
    this.note = note
  }
}
