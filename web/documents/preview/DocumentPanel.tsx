import { lazyPanel } from '../../errors/lazy-panel.tsx'
import type { DocumentSpot } from '../../vocabulary/use-open-document.ts'

/** The preview, fetched when the first document is opened. */
export const DocumentPanel = lazyPanel<DocumentSpot & { id: string }>(async () => ({
  default: (await import('./DocumentPreview.tsx')).DocumentPreview,
}))
