import { lazyPanel } from '../../errors/lazy-panel.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'

/** What the AI suggests for a draft. */
export const ClassificationTab = lazyPanel(() => import('../../suggestions/ClassificationPanel.tsx'), {
  waiting: (
    <Loading>
      <Skeleton height={160} />
    </Loading>
  ),
})

/** Requests that may ask for the same, while the form is filled in. A hint that doesn't come is not missed. */
export const PossibleDuplicates = lazyPanel(() => import('../../suggestions/SimilarHint.tsx'), { missing: () => null })
