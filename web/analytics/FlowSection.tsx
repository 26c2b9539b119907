import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo, useCallback, useState } from 'react'
import type { Flow } from '../../shared/analytics/flow.ts'
import { ApiError } from '../client/api-error.ts'
import { CALL_TIMEOUT_MS } from '../client/api.ts'
import { DIM_AFTER_MS, useIsLate, useDataOrPrevious } from '../client/own-data.ts'
import { isServerLoading } from '../client/query.ts'
import { periodWords } from '../ui/formats/periods.ts'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { RefusedNote } from '../ui/errors/RefusedNote.tsx'
import { clockTime } from '../ui/formats/dates.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { NotLoaded } from '../ui/NotLoaded.tsx'
import { PrintButton } from '../ui/PrintButton.tsx'
import { Freshness } from '../requests/common/Freshness.tsx'
import { NewRequestLink } from '../requests/common/NewRequestLink.tsx'
import { useActor } from '../people/common/use-actor.ts'
import { ANALYTICS, flowOptions, isAnalytics } from './api.ts'
import { type Filters, flowQuery, isNarrowed } from './filters.ts'
import { FlowLoading } from './FlowLoading.tsx'
import { type Counted, FlowPanels } from './FlowPanels.tsx'
import { PrintedFilters } from './PrintedFilters.tsx'
import { Summary } from './Summary.tsx'
import { smallSample } from './words.ts'
import styles from './analytics.module.css'

interface FlowSectionProps {
  filters: Filters
  change: (part: Partial<Filters>) => void
  onReset: () => void
}

/** All figures from the recorded history, or why there are none. */
export const FlowSection = memo(function FlowSection({ filters, change, onReset }: FlowSectionProps) {
  const query = useQuery({ ...flowOptions(flowQuery(filters)), placeholderData: keepPreviousData })
  // Until then the previous figures stand in, marked as stale.
  const { shown: flow, isBefore, missing } = useDataOrPrevious(query, CALL_TIMEOUT_MS)
  const isPale = useIsLate(isBefore, DIM_AFTER_MS)
  const counted = useCounted(flow && !isBefore ? flow : undefined, filters)
  const onPeriod = useCallback((from: string, to: string) => change({ period: { from, to } }), [change])
  if (missing === 'failed') return <Failed query={query} onReset={onReset} />
  if (missing === 'offline') return <NotLoaded what="These figures were not loaded" />
  if (!flow || !counted) return <FlowLoading isServerLoading={isServerLoading(query.failureReason)} />
  if (flow.requests === 0) return <NoMatchingRequests isNarrowed={isNarrowed(counted.filters)} onReset={onReset} />
  return (
    <div className={classes(styles.flow, isPale && styles.isPale)} aria-busy={isBefore}>
      <Compared flow={flow} filters={counted.filters} />
      <Summary flow={flow} />
      <FlowPanels counted={counted} onPeriod={onPeriod} />
    </div>
  )
})

/**
 * The latest figures, with the filters they belong to. Panels that fetch for themselves start after these figures, which would
 * otherwise queue behind them on the server; while the object stays the same, nothing below re-renders.
 */
function useCounted(flow: Flow | undefined, filters: Filters): Counted | undefined {
  const [counted, setCounted] = useState<Counted>()
  if (!flow || (counted?.flow === flow && flowQuery(counted.filters) === flowQuery(filters))) return counted
  const next = { flow, filters }
  setCounted(next)
  return next
}

const Compared = memo(function Compared({ flow, filters }: Counted) {
  const { period, before, days, cycle } = flow
  return (
    <div className={styles.compared}>
      <p className="text-12 muted">
        {periodWords(period.from, period.to)}, compared with {periodWords(before.from, before.to)} · {days} days · as of{' '}
        {clockTime(flow.asOf)}
        <PrintedFilters filters={filters} />
        {cycle.isSmall && flow.lead.count > 0 && <> · {smallSample(flow.lead.count)}</>}
      </p>
      <span className={styles.comparedEnd}>
        <Freshness of={isAnalytics} addresses={[ANALYTICS]} />
        <PrintButton size="small" />
      </span>
    </div>
  )
})

/** Names a refused filter and offers to drop it; any other failure can be retried. */
function Failed({ query, onReset }: { query: Parameters<typeof ReadError>[0]['query']; onReset: () => void }) {
  const { error } = query
  if (!(error instanceof ApiError && error.status === 400))
    return <ReadError title="The figures could not be loaded" query={query} />
  return (
    <RefusedNote
      title="These filters cannot be used"
      error={error}
      action={
        <Button size="small" onClick={onReset}>
          Reset filters
        </Button>
      }
    />
  )
}

function NoMatchingRequests({ isNarrowed, onReset }: { isNarrowed: boolean; onReset: () => void }) {
  const actor = useActor()
  return (
    <section className="card">
      {isNarrowed ? (
        <EmptyState
          picture="search"
          title="No request matches these filters"
          actions={<Button onClick={onReset}>Reset filters</Button>}
        >
          These filters leave no requests to count.
        </EmptyState>
      ) : (
        <EmptyState
          title="Nothing to count yet"
          actions={actor.permissions.has('requests.create') && <NewRequestLink />}
        >
          The figures come from the history of requests. They appear with the first one.
        </EmptyState>
      )}
    </section>
  )
}
