import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { RETENTION } from '../../shared/retention.ts'
import { useDataOrPrevious } from '../client/own-data.ts'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { NotLoaded } from '../ui/NotLoaded.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { usePageWithin } from '../ui/use-page-within.ts'
import { RUNS_PAGE, runsOptions } from './report-api.ts'
import { Run } from './Run.tsx'
import styles from './report-page.module.css'

/** The runs of a report, with their files. */
export function RunHistory({ reportId, shown }: { reportId: string; shown: string | null }) {
  const [page, setPage] = useState(1)
  const list = useQuery({ ...runsOptions(reportId, page), placeholderData: keepPreviousData })
  const { shown: runs, isBefore, missing } = useDataOrPrevious(list)
  const total = list.data?.total
  usePageWithin({ page, total, pageSize: RUNS_PAGE }, setPage)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className="card" aria-labelledby="history">
      <header className="lined">
        <h2 id="history" ref={heading} tabIndex={-1}>
          History
        </h2>
      </header>
      {runs?.total === 0 ? (
        <EmptyState title="Not made yet" level={3}>
          Export it, or set a schedule: each run is kept here with its files for {RETENTION.reportRuns.days} days.
        </EmptyState>
      ) : runs ? (
        <ul className={styles.runs} aria-busy={isBefore}>
          {runs.runs.map((run) => (
            <Run key={run.id} run={run} isShown={run.id === shown} onGone={() => heading.current?.focus()} />
          ))}
        </ul>
      ) : (
        <div className="padded">
          {missing === 'failed' ? (
            <ReadError title="The history could not be loaded" query={list} />
          ) : missing === 'offline' ? (
            <NotLoaded what="The history was not loaded" />
          ) : (
            <Loading label="Loading the history">
              <Skeleton height={120} />
            </Loading>
          )}
        </div>
      )}
      {total !== undefined && total > RUNS_PAGE && (
        <footer>
          <Pager page={page} total={total} pageSize={RUNS_PAGE} shownPage={runs ? page : null} onPage={setPage} />
        </footer>
      )}
    </section>
  )
}
