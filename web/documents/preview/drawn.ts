import type { DocumentType } from '../../../shared/document-types.ts'

/** Whether a document is shown by its file; others are shown by their text. */
export function isDrawn(type: DocumentType): boolean {
  return type === 'pdf' || type === 'png' || type === 'jpeg'
}
