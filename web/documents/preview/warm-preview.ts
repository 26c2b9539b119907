import type { DocumentType } from '../../../shared/document-types.ts'
import { DocumentPanel } from './DocumentPanel.tsx'
import { PdfPanel } from './pdf/PdfPanel.tsx'

/** Fetches the code of the preview a moment before a document is opened. What does not come is tried again then. */
export function warmPreview(type: DocumentType): void {
  DocumentPanel.load().catch(() => {})
  if (type === 'pdf') PdfPanel.load().catch(() => {})
}
