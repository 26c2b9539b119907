import type { ReactNode } from 'react'
import { fullName } from '../../../shared/people.ts'
import { LONG_TEXTS } from '../../../shared/request-fields.ts'
import { STATUSES } from '../../../shared/request-rules.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { say } from '../../../shared/texts/say.ts'
import { dueWords } from '../../ui/formats/due-words.ts'
import { instantDay } from '../../ui/formats/dates.ts'
import { classes } from '../../ui/classes.ts'
import { PriorityMark } from '../common/badges.tsx'
import { DepartmentName } from '../../people/common/DepartmentName.tsx'
import { Description } from '../common/Description.tsx'
import styles from './print-sheet.module.css'

interface BoxProps {
  /** omitted for boxes that only some sheets have: a box has the same number on every sheet */
  no?: number
  label: string
  className?: string
  children?: ReactNode
}

export function Box({ no, label, className, children }: BoxProps) {
  return (
    <div className={className}>
      <span className="caption">
        {no !== undefined && <b>{no} </b>}
        {label}
      </span>
      {children !== undefined && <span className="value">{children}</span>}
    </div>
  )
}

type Value = (request: ServiceRequest) => ReactNode

/** The boxes before the texts, in the order of the sheet. */
const FACTS: [label: string | ((request: ServiceRequest) => string), value: Value][] = [
  ['Status', ({ status }) => STATUSES[status]],
  ['Priority', ({ priority }) => <PriorityMark priority={priority} />],
  ['Department', ({ department }) => <DepartmentName of={department} />],
  ['Due date', (request) => dueWords(request).date],
  ['Requester', ({ requester }) => fullName(requester) || 'Unknown'],
  ['Assigned to', ({ assignedTo }) => fullName(assignedTo) || 'Unassigned'],
  ['Created', ({ createdAt }) => instantDay(createdAt)],
  [
    ({ completedAt }) => (completedAt ? 'Completed' : 'Last updated'),
    ({ completedAt, updatedAt }) => instantDay(completedAt ?? updatedAt),
  ],
]

/** The number of the last box that every sheet has before its signatures. */
export const LAST_FACT = FACTS.length + LONG_TEXTS.length

interface PrintedFactsProps {
  request: ServiceRequest
  /** the outlook in words; null if there is none */
  standing: string | null
}

export function PrintedFacts({ request, standing }: PrintedFactsProps) {
  return (
    <div className="record">
      {FACTS.map(([label, value], i) => (
        <Box key={i} no={i + 1} label={typeof label === 'string' ? label : label(request)}>
          {value(request)}
        </Box>
      ))}
      {LONG_TEXTS.map(({ wire, label }, i) => (
        <div key={wire} className={classes('span-12', styles.longText)}>
          <span className="caption">
            <b>{FACTS.length + 1 + i}</b> {say(label)}
          </span>
          <Description text={request[wire]} />
        </div>
      ))}
      {standing !== null && (
        <Box label="Where it stands" className="span-12">
          <bdi>{standing}</bdi>
        </Box>
      )}
    </div>
  )
}
