import { z } from 'zod'
import { DOCUMENT_TYPE_KEYS } from './document-types.ts'
import { isStorable, reference } from './text.ts'
import { PersonName } from './users.ts'

/** UTF-16 units. A name is only a label: files are stored under generated names. */
export const MAX_FILE_NAME_LENGTH = 255
/**
 * Bytes that the page sends in one call: the most that a lost connection costs. The server accepts pieces of any length up
 * to the end of the file.
 */
export const UPLOAD_PIECE = 1024 * 1024
/** Per call. */
export const MAX_FILES = 20

export const DocumentType = z.enum(DOCUMENT_TYPE_KEYS)

/** Body of POST /api/uploads: announces a file before its first byte. */
export const NewUpload = z.strictObject({
  name: z
    .string('Please name the file')
    .min(1, 'Please name the file')
    .max(MAX_FILE_NAME_LENGTH, `At most ${MAX_FILE_NAME_LENGTH} characters`)
    .refine(isStorable, 'This name contains characters that cannot be stored'),
  /** in bytes */
  size: z.int('size must be a whole number of bytes').min(1, 'This file is empty'),
})
export type NewUpload = z.infer<typeof NewUpload>

/**
 * A file being uploaded, or a complete one that is not attached yet. Only its uploader sees it. It is deleted at
 * `expiresAt` unless it has been attached.
 */
export const Upload = z.object({
  id: z.string(),
  name: z.string(),
  size: z.int(),
  /** bytes stored so far; the upload resumes here */
  received: z.int(),
  /** null until the upload is complete and its type was detected */
  type: DocumentType.nullable(),
  expiresAt: z.string(),
})
export type Upload = z.infer<typeof Upload>

/** Query of PATCH /api/uploads/{id}, whose body is the next piece of the file: where the piece begins. */
export const PieceQuery = z.strictObject({
  offset: z
    .string()
    .regex(/^\d{1,12}$/, 'offset must be a whole number of bytes')
    .transform(Number),
})
export type PieceQuery = z.infer<typeof PieceQuery>

export const UploadIds = z
  .array(reference(), 'uploadIds must be a list')
  .max(MAX_FILES, `At most ${MAX_FILES} files at once`)

/** Body of POST /api/requests/{id}/documents. */
export const NewDocuments = z.strictObject({ uploadIds: UploadIds.min(1, 'Please choose a file') })
export type NewDocuments = z.infer<typeof NewDocuments>

/**
 * State of text extraction. `waiting`: not yet; `ready`; `none`: the file has no text (a scan); `failed`: it could not be
 * read, `note` says why.
 */
export const TEXT_STATES = ['waiting', 'ready', 'none', 'failed'] as const
export type TextState = (typeof TEXT_STATES)[number]

export const StoredDocument = z.object({
  id: z.string(),
  /** null for a document uploaded to Document AI that belongs to no request */
  requestId: z.string().nullable(),
  name: z.string(),
  type: DocumentType,
  /** in bytes */
  size: z.int(),
  /** SHA-256 of the content, hexadecimal */
  checksum: z.string(),
  uploadedAt: z.string(),
  uploadedBy: PersonName.nullable(),
  text: z.object({
    state: z.enum(TEXT_STATES),
    /** as printed; null where the format has none or the text has not been read yet */
    pages: z.int().nullable(),
    /** a sentence for people, such as how many long scans are ahead of it; null when there is nothing to say */
    note: z.string().nullable(),
  }),
  /** whether the caller may delete it (or, once deleted, restore it) */
  canDelete: z.boolean(),
  /** set for a while after deletion; then it is restored or purged */
  deletedAt: z.string().nullable(),
})
export type StoredDocument = z.infer<typeof StoredDocument>

/** Answer of GET and POST /api/requests/{id}/documents: all of the request, oldest first; bounded by the quota. */
export const DocumentList = z.object({ documents: z.array(StoredDocument) })
export type DocumentList = z.infer<typeof DocumentList>

/** A page of extracted text; the text of a format without pages is one page. */
export const DocumentPage = z.object({ number: z.int(), text: z.string() })
export type DocumentPage = z.infer<typeof DocumentPage>

/** Query of GET /api/documents/{id}/text. */
export const DocumentTextQuery = z.strictObject({
  from: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'from must be the number of a page')
    .transform(Number)
    .optional(),
})
export type DocumentTextQuery = z.infer<typeof DocumentTextQuery>

/** Answer of GET /api/documents/{id}/text: the pages from the requested one on, up to the size limit of an answer. */
export const DocumentText = z.object({
  state: z.enum(TEXT_STATES),
  note: z.string().nullable(),
  /** of the whole document */
  pageCount: z.int(),
  pages: z.array(DocumentPage),
})
export type DocumentText = z.infer<typeof DocumentText>

/** A span of a document's text: UTF-16 offsets in the text of one page. */
export const DocumentPlace = z.object({ page: z.int(), start: z.int(), end: z.int() })
export type DocumentPlace = z.infer<typeof DocumentPlace>
