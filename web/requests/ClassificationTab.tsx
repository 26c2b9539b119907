import { part } from '../errors/part.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'

/** What the AI suggests for a draft. */
export const ClassificationTab = part(() => import('../ai/ClassificationPanel.tsx'), {
  waiting: (
    <Loading>
      <Skeleton height={160} />
    </Loading>
  ),
})

/** Requests that may ask for the same, while the form is filled in. A hint that doesn't come is not missed. */
export const PossibleDuplicates = part(() => import('../ai/SimilarHint.tsx'), { missing: () => null })
