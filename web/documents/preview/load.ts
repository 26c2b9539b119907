import type { DocumentType } from '../../../shared/document-types.ts'

export const loadPreview = () => import('./DocumentPreview.tsx')
/** The reader of PDF files is by far the largest part of the preview. */
export const loadPdfView = () => import('./pdf/PdfView.tsx')

/** Whether a document is shown by its file; others are shown by their text. */
export function isDrawn(type: DocumentType): boolean {
  return type === 'pdf' || type === 'png' || type === 'jpeg'
}

/** Fetches the code of the preview a moment before a document is opened. What does not come is tried again then. */
export function warmPreview(type: DocumentType): void {
  loadPreview().catch(() => {})
  if (type === 'pdf') loadPdfView().catch(() => {})
}
