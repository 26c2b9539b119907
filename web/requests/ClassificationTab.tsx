import { lazy, Suspense } from 'react'
import type { ClassificationProps } from '../ai/ClassificationPanel.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'

const ClassificationPanel = lazy(() => import('../ai/ClassificationPanel.tsx'))
const SimilarHint = lazy(() => import('../ai/SimilarHint.tsx'))

/** What the AI suggests for a draft. */
export function ClassificationTab(props: ClassificationProps) {
  return (
    <Suspense
      fallback={
        <Loading>
          <Skeleton height={160} />
        </Loading>
      }
    >
      <ClassificationPanel {...props} />
    </Suspense>
  )
}

/** Requests that may ask for the same, while the form is filled in. */
export function PossibleDuplicates({ form }: Pick<ClassificationProps, 'form'>) {
  return (
    <Suspense fallback={null}>
      <SimilarHint form={form} />
    </Suspense>
  )
}
