import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isNotFound } from '../ui/errors/not-found.ts'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { Area } from '../app/pages/Area.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'

/** Shown instead of a report: loading, not found, or failed to load. */
export function ReportMissing({ query }: { query: UseQueryResult }) {
  return (
    <Area>
      {isNotFound(query) ? (
        <section className="card">
          <EmptyState
            picture="search"
            title="There is no such report"
            actions={
              <Link to="/reports" className={buttonClass()}>
                All reports
              </Link>
            }
          >
            Somebody deleted it, or it is not shared with you any more.
          </EmptyState>
        </section>
      ) : query.isError ? (
        <ReadError title="The report could not be loaded" query={query} />
      ) : (
        <Loading label="Loading the report">
          <Skeleton height={480} />
        </Loading>
      )}
    </Area>
  )
}
