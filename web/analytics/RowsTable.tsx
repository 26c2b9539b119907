import type { RowsMeasure } from '../../shared/analytics/measures.ts'
import type { EventMark } from '../../shared/analytics/event-marks.ts'
import type { FlowRows } from '../../shared/analytics/rows.ts'
import { fullName } from '../../shared/people.ts'
import { dateWords } from '../ui/formats/dates.ts'
import { Scrolling } from '../ui/Scrolling.tsx'
import { AS } from '../ui/table-roles.ts'
import { PriorityMark, StatusBadge } from '../requests/common/badges.tsx'
import { DepartmentName } from '../people/common/DepartmentName.tsx'
import { RequestLink } from '../requests/common/RequestLink.tsx'
import { measureLabel } from './marked.ts'
import { dayFigure } from './words.ts'
import styles from './rows-page.module.css'

const EVENT_HEADS: Record<EventMark, string> = { closings: 'Closed', reopenings: 'Reopened' }

interface RowsTableProps {
  requests: FlowRows['requests']
  event: EventMark | null
  measure: RowsMeasure | null
}

export function RowsTable({ requests, event, measure }: RowsTableProps) {
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
          {requests.map((request, i) => (
            // A request that was closed twice has two rows, so its id alone is not a key.
            <Row key={`${request.id} ${event ? i : ''}`} request={request} event={event} measure={measure} />
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
