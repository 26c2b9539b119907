import { lazyPanel } from '../../ui/errors/lazy-panel.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'

/** What the AI suggests for a draft. */
export const ClassificationTab = lazyPanel(() => import('../../ai/suggestions/ClassificationPanel.tsx'), {
  waiting: (
    <Loading>
      <Skeleton height={160} />
    </Loading>
  ),
})

/** Possible duplicates, shown while the form is filled in. Optional: if its code fails to load, nothing is shown. */
export const PossibleDuplicates = lazyPanel(() => import('../../ai/suggestions/SimilarHint.tsx'), {
  missing: () => null,
})
