import { lazyPanel } from '../../errors/lazy-panel.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'

/** Processing time and complexity of a request, and what it was classified as. */
export const AiAnalysisTab = lazyPanel(() => import('../../estimates/AnalysisPanel.tsx'), {
  waiting: (
    <Loading>
      <Skeleton height={160} />
    </Loading>
  ),
})
