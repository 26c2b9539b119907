import type { ListedRequest } from '../../../shared/request-list.ts'
import { fullName } from '../../../shared/people.ts'
import { say } from '../../../shared/texts/say.ts'
import { AiLabelLink } from './AiLabelLink.tsx'
import { PriorityMark, StatusBadge } from '../common/badges.tsx'
import { DepartmentName } from '../../people/common/DepartmentName.tsx'
import { dueWords } from '../../ui/formats/due-words.ts'
import { HitPassage } from './HitPassage.tsx'
import { Marked } from './Marked.tsx'
import { TitleLink } from './RequestRow.tsx'
import { RowActions } from './RowActions.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './list-rows.module.css'

function Block({ request, search }: { request: ListedRequest; search: string }) {
  const { date, note } = dueWords(request)
  const numberId = `number-${request.id}`
  return (
    <li className={styles.block} data-request={request.id}>
      <div className="row between">
        <span className="request-id" id={numberId}>
          <Marked text={request.requestId} search={search} />
        </span>
        <StatusBadge status={request.status} />
      </div>
      <TitleLink request={request} search={search} className={styles.blockTitle} />
      <HitPassage request={request} search={search} />
      <div className="row between text-13">
        <span className={classes('row wrap', styles.blockFacts)}>
          <PriorityMark priority={request.priority} />
          <span className="soft">
            <Marked text={fullName(request.assignedTo) || say('Unassigned')} search={search} />
          </span>
        </span>
        <span className={note?.late ? 'late nowrap' : 'muted nowrap'}>{note?.text ?? date}</span>
      </div>
      <div className={classes('row between', styles.blockFoot)}>
        <span className={classes('row wrap', styles.blockFacts, 'text-12 muted')}>
          <DepartmentName of={request.department} />
          {note && <span>{date}</span>}
          <AiLabelLink request={request} describedBy={numberId} />
        </span>
        <RowActions request={request} describedBy={numberId} />
      </div>
    </li>
  )
}

/** The rows on a phone: number and status, title, priority, person and due date, then the rest and the actions. */
export function RequestBlocks({ requests, search }: { requests: ListedRequest[]; search: string }) {
  return (
    <ul aria-label={say('Recent RFD Requests')}>
      {requests.map((request) => (
        <Block key={request.id} request={request} search={search} />
      ))}
    </ul>
  )
}
