import { DepartmentName } from '../../people/common/DepartmentName.tsx'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { fullName } from '../../../shared/people.ts'
import { say } from '../../../shared/texts/say.ts'
import { FactGrid } from '../../ui/FactGrid.tsx'
import { AiLabel, PriorityMark, StatusBadge } from '../common/badges.tsx'
import { fullInstant, instantDay, nearDay } from '../../ui/formats/dates.ts'
import { dueWords } from '../../ui/formats/due-words.ts'
import { classes } from '../../ui/classes.ts'
import { Visitors } from '../presence/Visitors.tsx'
import styles from './details.module.css'

/** Number, priority, status and who else is here: the line above the title. */
export function RequestMarks({ request }: { request: ServiceRequest }) {
  return (
    <span className={classes('row wrap', styles.marks)}>
      <span className="request-id semibold">{request.requestId}</span>
      <PriorityMark priority={request.priority} boxed />
      <StatusBadge status={request.status} />
      <AiLabel request={request} />
      <Visitors requestId={request.id} activity="looking" />
    </span>
  )
}

function Instant({ at, words }: { at: string; words: string }) {
  return (
    <time dateTime={at} title={fullInstant(at)}>
      {words}
    </time>
  )
}

/** The summary as labelled boxes. */
export function RequestFacts({ request }: { request: ServiceRequest }) {
  const { requester, assignedTo, startedAt, completedAt } = request
  const { date, note } = dueWords(request)
  const unknown = (words: string) => <span className="muted">{words}</span>
  const due = (
    <>
      {date}
      {note && <span className={note.late ? 'aside late' : 'aside'}>{note.text}</span>}
    </>
  )
  const day = (at: string | null) => (at ? <Instant at={at} words={instantDay(at)} /> : unknown(say('Not yet')))
  return (
    <div className={styles.facts}>
      <FactGrid
        boxes={[
          { label: say('Department'), value: <DepartmentName of={request.department} /> },
          { label: say('Requester'), value: fullName(requester) || unknown(say('Unknown')) },
          { label: say('Created'), value: day(request.createdAt) },
          { label: say('Due date'), value: due },
          { label: say('Assigned to'), value: fullName(assignedTo) || unknown(say('Unassigned')) },
          { label: say('Started'), value: day(startedAt) },
          { label: say('Completed'), value: day(completedAt) },
          { label: say('Last updated'), value: <Instant at={request.updatedAt} words={nearDay(request.updatedAt)} /> },
        ]}
      />
    </div>
  )
}
