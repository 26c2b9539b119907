import { lazy, Suspense } from 'react'
import type { AnalysisPanelProps } from '../ai/AnalysisPanel.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'

const AnalysisPanel = lazy(() => import('../ai/AnalysisPanel.tsx'))

/** Processing time and complexity of a request, and what it was classified as. */
export function AiAnalysisTab(props: AnalysisPanelProps) {
  return (
    <Suspense
      fallback={
        <Loading>
          <Skeleton height={160} />
        </Loading>
      }
    >
      <AnalysisPanel {...props} />
    </Suspense>
  )
}
