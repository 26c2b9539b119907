import type { ReactNode } from 'react'
import type { Flow } from '../../../shared/analytics/flow.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { periodWords } from '../../formats/periods.ts'

/** Empty state of a chart. */
export function ChartEmptyState({ period, children }: { period: Flow['period']; children: ReactNode }) {
  return (
    <EmptyState title="Nothing to draw" level={3}>
      {children} in {periodWords(period.from, period.to)}. A longer period or fewer filters may have some.
    </EmptyState>
  )
}
