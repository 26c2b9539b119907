import { lazyPanel } from '../../ui/errors/lazy-panel.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'

const waiting = (
  <Loading>
    <Skeleton height={140} />
  </Loading>
)
export const BatchTab = lazyPanel(() => import('../../ai/batches/BatchTab.tsx'), { waiting })
export const DocumentAiTab = lazyPanel(() => import('../../document-ai/DocumentAiTab.tsx'), { waiting })
