import type { DocumentType } from '../../../shared/document-types.ts'

/** Whether a document is rendered from its file; others are shown as text. */
export function hasNativePreview(type: DocumentType): boolean {
  return type === 'pdf' || type === 'png' || type === 'jpeg'
}
