import { DEPARTMENTS } from '../../shared/request-rules.ts'
import type { ServiceRequest } from '../../shared/requests.ts'
import { fullName } from '../../shared/people.ts'
import { AiLabelLink } from './AiLabelLink.tsx'
import { PriorityMark, StatusBadge } from './badges.tsx'
import { dateWords, dueNote, officeToday } from './dates.ts'
import { Marked } from './Marked.tsx'
import { RequestLink } from './RequestLink.tsx'
import { RowActions } from './RowActions.tsx'
import type { Layout } from './use-layout.ts'

export function TitleLink(props: { request: ServiceRequest; search: string; className: string }) {
  const { request, search, className } = props
  return (
    <RequestLink id={request.id} className={className} dir="auto" title={request.title}>
      <Marked text={request.title} search={search} />
    </RequestLink>
  )
}

function Due({ request }: { request: ServiceRequest }) {
  const note = dueNote(request, officeToday())
  return (
    <td className={note?.late ? 'due late' : 'due'}>
      {dateWords(request.dueDate)}
      {note && <small>{note.text}</small>}
    </td>
  )
}

function Assignee({ request }: { request: ServiceRequest }) {
  return request.assignedTo ? fullName(request.assignedTo) : <span className="muted">Unassigned</span>
}

export function RequestRow({ request, search, layout }: { request: ServiceRequest; search: string; layout: Layout }) {
  const numberId = `number-${request.id}`
  const merged = layout === 'merged'
  return (
    <tr data-request={request.id}>
      <td className="rid" id={numberId}>
        <Marked text={request.requestId} search={search} />
      </td>
      <td>
        <TitleLink request={request} search={search} className="ttl" />
        {merged && <span className="sm muted">{DEPARTMENTS[request.department]}</span>}
      </td>
      {!merged && <td className="soft">{DEPARTMENTS[request.department]}</td>}
      <td>
        <PriorityMark priority={request.priority} />
      </td>
      <td>
        <StatusBadge status={request.status} />
        {merged && (
          <div className="sm soft under">
            <Assignee request={request} />
          </div>
        )}
      </td>
      {!merged && (
        <td className="assignee">
          <Assignee request={request} />
        </td>
      )}
      <Due request={request} />
      <td>
        <AiLabelLink request={request} describedBy={numberId} />
      </td>
      <td className="num">
        <RowActions request={request} describedBy={numberId} />
      </td>
    </tr>
  )
}
