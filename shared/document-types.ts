/** Attachable file types, detected by content. Images and spreadsheets are off unless an office allows them. */
export const DOCUMENT_TYPES = {
  pdf: { label: 'PDF', mediaType: 'application/pdf', extensions: ['pdf'] },
  doc: { label: 'DOC', mediaType: 'application/msword', extensions: ['doc'] },
  docx: {
    label: 'DOCX',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx'],
  },
  xlsx: {
    label: 'XLSX',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['xlsx'],
  },
  png: { label: 'PNG', mediaType: 'image/png', extensions: ['png'] },
  jpeg: { label: 'JPEG', mediaType: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
} as const
export type DocumentType = keyof typeof DOCUMENT_TYPES
export const DOCUMENT_TYPE_KEYS = Object.keys(DOCUMENT_TYPES) as [DocumentType, ...DocumentType[]]
