import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { RowsMeasure } from '../../shared/analytics/measures.ts'
import type { EventMark } from '../../shared/analytics/event-marks.ts'
import type { FlowRows } from '../../shared/analytics/rows.ts'
import { fullName } from '../../shared/people.ts'
import { useAddress, withParam } from '../client/address.ts'
import { ApiError } from '../client/api.ts'
import { useDataOrPrevious } from '../client/own-data.ts'
import { ReadError } from '../errors/ReadError.tsx'
import { RefusedNote } from '../errors/RefusedNote.tsx'
import { clockTime, dateWords } from '../formats/dates.ts'
import { Area } from '../pages/Area.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { NotLoaded } from '../ui/NotLoaded.tsx'
import { Pager } from '../ui/Pager.tsx'
import { PrintButton } from '../ui/PrintButton.tsx'
import { Scrolling } from '../ui/Scrolling.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { AS } from '../ui/table-roles.ts'
import { usePageWithin } from '../ui/use-page-within.ts'
import { PriorityMark, StatusBadge } from '../vocabulary/badges.tsx'
import { DepartmentName } from '../vocabulary/DepartmentName.tsx'
import { ExportButton } from '../vocabulary/ExportButton.tsx'
import { storedListAddress } from '../vocabulary/stored-list-state.ts'
import { RequestLink } from '../vocabulary/RequestLink.tsx'
import { ROWS_PER_PAGE, rowsOptions } from './api.ts'
import { filtersPart } from './filters.ts'
import { RowsCsvButton } from './RowsCsvButton.tsx'
import { definitionOf, eventIn, measureIn, measureLabel, pageIn, questionIn, titleOf } from './marked.ts'
import { dayFigure, eventsWords, requestsWords } from './words.ts'
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
  const [params, change] = useAddress()
  const page = pageIn(params)
  const event = eventIn(question)
  const query = useQuery(rowsOptions(question, page))
  const { shown, isBefore, missing } = useDataOrPrevious(query)
  const setPage = (next: number, options?: { replace: boolean }) =>
    change((now) => withParam(now, 'page', next === 1 ? null : String(next)), options)
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

const EVENT_HEADS: Record<EventMark, string> = { closings: 'Closed', reopenings: 'Reopened' }

interface RowsTableProps {
  requests: FlowRows['requests']
  event: EventMark | null
  measure: RowsMeasure | null
}

function RowsTable({ requests, event, measure }: RowsTableProps) {
  return (
    <Scrolling label="Requests">
      <table {...AS.table} className={styles.rows} aria-label="Requests">
        <thead {...AS.group}>
          <tr {...AS.row}>
            <th {...AS.columnHead} scope="col">
              Request
            </th>
            <th {...AS.columnHead} scope="col">
              Department
            </th>
            <th {...AS.columnHead} scope="col">
              Priority
            </th>
            <th {...AS.columnHead} scope="col">
              Status
            </th>
            <th {...AS.columnHead} scope="col">
              Assigned to
            </th>
            <th {...AS.columnHead} scope="col">
              Due
            </th>
            <th {...AS.columnHead} scope="col">
              Finished
            </th>
            {event && (
              <th {...AS.columnHead} scope="col">
                {EVENT_HEADS[event]}
              </th>
            )}
            {measure && (
              <th {...AS.columnHead} scope="col" className="numeric">
                {measureLabel(measure)}
              </th>
            )}
          </tr>
        </thead>
        <tbody {...AS.group}>
          {requests.map((request, at) => (
            // A request that was closed twice has two rows, so its id alone is no key.
            <Row key={`${request.id} ${event ? at : ''}`} request={request} event={event} measure={measure} />
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

interface RowProps {
  request: FlowRows['requests'][number]
  event: EventMark | null
  measure: RowsMeasure | null
}

function Row({ request, event, measure }: RowProps) {
  return (
    <tr {...AS.row} data-request={request.id}>
      <th {...AS.rowHead} scope="row">
        <span className="request-id">{request.requestId}</span>
        <RequestLink id={request.id} className="row-title">
          {request.title}
        </RequestLink>
      </th>
      <td {...AS.cell} data-label="Department">
        <DepartmentName of={request.department} />
      </td>
      <td {...AS.cell} data-label="Priority">
        <PriorityMark priority={request.priority} />
      </td>
      <td {...AS.cell} data-label="Status">
        <StatusBadge status={request.status} />
      </td>
      <td {...AS.cell} data-label="Assigned to">
        {request.assignedTo ? fullName(request.assignedTo) : 'Unassigned'}
      </td>
      <td {...AS.cell} className={styles.nowrap} data-label="Due">
        {dateWords(request.dueDate)}
      </td>
      <td {...AS.cell} className={styles.nowrap} data-label="Finished">
        {request.finishedOn ? dateWords(request.finishedOn) : '–'}
      </td>
      {event && (
        <td {...AS.cell} className={styles.nowrap} data-label={EVENT_HEADS[event]}>
          {request.happenedOn ? dateWords(request.happenedOn) : '–'}
        </td>
      )}
      {measure && (
        <td {...AS.cell} className="numeric" data-label={measureLabel(measure)}>
          {request.value === null ? '–' : `${dayFigure(request.value)} d`}
        </td>
      )}
    </tr>
  )
}
