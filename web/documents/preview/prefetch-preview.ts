import type { DocumentType } from '../../../shared/document-types.ts'
import { DocumentPanel } from './DocumentPanel.tsx'
import { PdfPanel } from './pdf/PdfPanel.tsx'

/** Prefetches the code of the preview a moment before a document is opened, when a failed import is retried. */
export function prefetchPreview(type: DocumentType): void {
  DocumentPanel.load().catch(() => {})
  if (type === 'pdf') PdfPanel.load().catch(() => {})
}
