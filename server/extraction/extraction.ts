import type { DocumentType } from '../../shared/document-types.ts'
import type { DocumentPage } from '../../shared/documents.ts'

/** The outcome of reading a file. A `note` is a sentence for people. */
export type Extraction =
  | {
      state: 'ready'
      pages: DocumentPage[]
      /** number of printed pages; null where the format has none, and `pages` are parts of the text */
      pageCount: number | null
      note: string | null
    }
  | { state: 'none'; pageCount: number | null; note: string }
  | { state: 'failed'; note: string }

export interface ReadableFile {
  type: DocumentType
  bytes: Uint8Array<ArrayBuffer>
}

export const DAMAGED = 'This document is damaged and cannot be read.'
export const UNREADABLE = 'This document could not be read.'
export const PROTECTED = 'This document is protected by a password.'
export const SCANNED = 'This document has no text (it looks scanned).'
export const EMPTY = 'This document has no text.'
/** The end of the note on a document some pages of which have no text. */
export const PAGES_EMPTY = 'no text.'
export const PICTURE = 'This picture has no text that can be read.'
export const TOO_MUCH_MEMORY = 'This document needs too much memory to be read.'
export const TOO_SLOW = 'This document takes too long to be read.'

/** A fault of the file, with a sentence for people. Any other error while reading counts as a damaged file. */
export class Unreadable extends Error {}
