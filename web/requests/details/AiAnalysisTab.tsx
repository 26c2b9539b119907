import { lazyPanel } from '../../ui/errors/lazy-panel.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'

/** Processing time, complexity and classification of a request. */
export const AiAnalysisTab = lazyPanel(() => import('../../ai/estimates/AnalysisPanel.tsx'), {
  waiting: (
    <Loading>
      <Skeleton height={160} />
    </Loading>
  ),
})
