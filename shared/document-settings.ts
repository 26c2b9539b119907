import { z } from 'zod'
import { DocumentType } from './documents.ts'
import { formatNumber } from './texts/formats.ts'

const megabytes = (most: number) =>
  z
    .int('Please enter whole megabytes')
    .min(1, 'At least 1 MB')
    .max(most, `At most ${formatNumber(most)} MB`)

/** Rules for attachments. */
export const DocumentSettings = z.strictObject({
  types: z.array(DocumentType).min(1, 'At least one type of file must be allowed'),
  largestMegabytes: megabytes(100),
  perRequestMegabytes: megabytes(10_000),
  perPersonMegabytes: megabytes(100_000),
  /** scanned pages are read if Tesseract is installed */
  readScans: z.boolean('This must be on or off'),
})
export type DocumentSettings = z.infer<typeof DocumentSettings>

/** Body of PUT /api/settings/documents and answer of it and of GET. `version` is the one that the editor loaded. */
export const StoredDocumentSettings = DocumentSettings.extend({ version: z.int().min(1) })
export type StoredDocumentSettings = z.infer<typeof StoredDocumentSettings>

/** Default until an administrator changes it. */
export const DOCUMENT_SETTINGS: DocumentSettings = {
  types: ['pdf', 'doc', 'docx'],
  largestMegabytes: 10,
  perRequestMegabytes: 200,
  perPersonMegabytes: 2000,
  readScans: false,
}
