import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useAddress } from '../client/address.ts'
import { ApiError } from '../client/api-error.ts'
import { useDataOrPrevious } from '../client/own-data.ts'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { RefusedNote } from '../ui/errors/RefusedNote.tsx'
import { clockTime } from '../ui/formats/dates.ts'
import { Area } from '../app/pages/Area.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { NotLoaded } from '../ui/NotLoaded.tsx'
import { Pager } from '../ui/Pager.tsx'
import { PrintButton } from '../ui/PrintButton.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { usePageWithin } from '../ui/use-page-within.ts'
import { ExportButton } from '../reports/exports/ExportButton.tsx'
import { storedListAddress } from '../requests/common/stored-list-state.ts'
import { ROWS_PER_PAGE, rowsOptions } from './api.ts'
import { filtersPart } from './filters.ts'
import { RowsCsvButton } from './RowsCsvButton.tsx'
import { definitionOf, eventIn, measureIn, questionIn, titleOf } from './marked.ts'
import { eventsWords, requestsWords } from './words.ts'
import { RowsTable } from './RowsTable.tsx'
import { usePageParam } from './use-page-param.ts'
import styles from './rows-page.module.css'

/** Widths of the placeholders of titles, in per cent. */
const WAITING = [46, 38, 52, 41, 57, 35, 49, 44]

/** The requests behind a figure: what it counts, and each of them. */
export default function RowsPage() {
  const [params] = useAddress()
  const question = questionIn(params)
  const filtered = `/analytics?${filtersPart(question)}`
  // A pasted or bookmarked address, which has the key 'default', leads back to its own filters.
  const { key } = useLocation()
  const [isFromFigures] = useState(key !== 'default')
  return (
    <Area
      title={titleOf(question)}
      line={definitionOf(question)}
      back={isFromFigures ? storedListAddress('/analytics', filtered) : filtered}
      actions={
        <>
          <span className={styles.export} role="group" aria-label="Export these requests">
            <RowsCsvButton rows={String(question)} />
            <ExportButton label="Other formats" list="analytics-rows" view={question} besideCsv />
          </span>
          <PrintButton />
        </>
      }
    >
      <Rows question={question} />
    </Area>
  )
}

function Rows({ question }: { question: URLSearchParams }) {
  const [page, setPage] = usePageParam('page')
  const event = eventIn(question)
  const query = useQuery(rowsOptions(question, page))
  const { shown, isBefore, missing } = useDataOrPrevious(query)
  usePageWithin({ page, total: isBefore ? undefined : shown?.total, pageSize: ROWS_PER_PAGE }, (last) =>
    setPage(last, { replace: true }),
  )
  if (missing === 'failed') return <Failed query={query} />
  if (missing === 'offline') return <NotLoaded what="These requests were not loaded" />
  if (!shown) {
    return (
      <Loading label="Loading the requests">
        <div className="card">
          <header className="lined">
            <Skeleton width={120} height={16} />
          </header>
          {WAITING.map((width) => (
            <div key={width} className={styles.waiting}>
              <Skeleton width={98} />
              <Skeleton width={`${width}%`} />
            </div>
          ))}
        </div>
      </Loading>
    )
  }
  return (
    <section className={classes('card', isBefore && styles.isBefore)} aria-busy={isBefore} aria-label="Requests">
      <header className="lined">
        <h2>{event ? eventsWords(event, shown.total) : requestsWords(shown.total)}</h2>
        <span className="text-12 muted">as of {clockTime(shown.asOf)}</span>
      </header>
      {shown.total === 0 ? (
        <EmptyState picture="search" title="No requests" level={3}>
          No requests make up this figure now.
        </EmptyState>
      ) : (
        <RowsTable requests={shown.requests} event={event} measure={measureIn(question)} />
      )}
      {shown.total > ROWS_PER_PAGE && (
        <footer>
          <Pager
            page={page}
            total={shown.total}
            pageSize={ROWS_PER_PAGE}
            shownPage={isBefore ? null : page}
            onPage={setPage}
          />
        </footer>
      )}
    </section>
  )
}

function Failed({ query }: { query: Parameters<typeof ReadError>[0]['query'] }) {
  const { error } = query
  if (!(error instanceof ApiError && error.status === 400))
    return <ReadError title="The requests could not be loaded" query={query} />
  return <RefusedNote title="This address does not describe a list of requests" error={error} />
}
