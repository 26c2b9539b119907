import { lazyPanel } from '../../../ui/errors/lazy-panel.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'

/** The reader of PDF files, by far the largest part of the preview: imported lazily with the first PDF. */
export const PdfPanel = lazyPanel(() => import('./PdfView.tsx'), {
  waiting: (
    <Loading label="Opening the document">
      <Skeleton height={320} />
    </Loading>
  ),
})
