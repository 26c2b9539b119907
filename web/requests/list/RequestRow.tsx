import type { ReactNode } from 'react'
import type { ServiceRequest } from '../../../shared/requests.ts'
import type { ListedRequest } from '../../../shared/request-list.ts'
import { fullName } from '../../../shared/people.ts'
import { say } from '../../../shared/texts/say.ts'
import { AiLabelLink } from './AiLabelLink.tsx'
import { PriorityMark, StatusBadge } from '../common/badges.tsx'
import { DepartmentName } from '../../people/common/DepartmentName.tsx'
import { dueWords } from '../../ui/formats/due-words.ts'
import { HitPassage } from './HitPassage.tsx'
import { COLUMN_GROUPS, type Column, type TableLayout } from './list-columns.ts'
import { Marked } from './Marked.tsx'
import { RequestLink } from '../common/RequestLink.tsx'
import { RowActions } from './RowActions.tsx'
import styles from './list-rows.module.css'

export function TitleLink(props: { request: ServiceRequest; search: string; className: string | undefined }) {
  const { request, search, className } = props
  return (
    <RequestLink id={request.id} className={className} dir="auto" title={request.title}>
      <Marked text={request.title} search={search} />
    </RequestLink>
  )
}

function Due({ request }: { request: ServiceRequest }) {
  const { date, note } = dueWords(request)
  return (
    <div className={note?.late ? 'due late' : 'due'}>
      {date}
      {note && <small>{note.text}</small>}
    </div>
  )
}

/** What a row shows in each of its columns. */
function cellsOf(request: ListedRequest, search: string): Record<Column, ReactNode> {
  const numberId = `number-${request.id}`
  return {
    requestId: (
      <span className="request-id" id={numberId}>
        <Marked text={request.requestId} search={search} />
      </span>
    ),
    title: (
      <>
        <TitleLink request={request} search={search} className="row-title" />
        <HitPassage request={request} search={search} />
      </>
    ),
    department: (
      <span className={styles.department}>
        <DepartmentName of={request.department} />
      </span>
    ),
    priority: <PriorityMark priority={request.priority} />,
    status: <StatusBadge status={request.status} />,
    assignedTo: (
      <span className={styles.assignee}>
        {request.assignedTo ? (
          <Marked text={fullName(request.assignedTo)} search={search} />
        ) : (
          <span className="muted">{say('Unassigned')}</span>
        )}
      </span>
    ),
    dueDate: <Due request={request} />,
    ai: <AiLabelLink request={request} describedBy={numberId} />,
    actions: <RowActions request={request} describedBy={numberId} />,
  }
}

interface RowProps {
  request: ListedRequest
  search: string
  layout: TableLayout
}

export function RequestRow({ request, search, layout }: RowProps) {
  const cells = cellsOf(request, search)
  return (
    <tr data-request={request.id}>
      {COLUMN_GROUPS[layout].map((group) => (
        <td key={group[0]} className={group[0] === 'actions' ? 'numeric' : undefined}>
          {group.length === 1 ? cells[group[0]] : group.map((column) => <div key={column}>{cells[column]}</div>)}
        </td>
      ))}
    </tr>
  )
}
