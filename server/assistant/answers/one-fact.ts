import type { Departments } from '../../../shared/departments.ts'
import { dateIn, daysBetween, longDate } from '../../../shared/dates.ts'
import { isOpen, isOverdue, PRIORITIES, type ServiceRequest, STATUSES } from '../../../shared/requests.ts'
import { fullName } from '../../../shared/users.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'

interface Reader {
  /** who asks */
  id: string
  today: string
  timeZone: string
  departments: Departments
  /** when it is likely finished; undefined for a closed request, and while the history is loading */
  finish: string | undefined
}

const FACTS: [RegExp, (request: ServiceRequest, reader: Reader) => string][] = [
  [/^\W*(?:and )?(?:is|was)\b.*\b(?:late|overdue|delayed)\b/i, lateness],
  [/^\W*(?:and )?(?:is|was)\b.*\bassigned to me\b|^\W*am i\b.*\b(?:assign\w*|working)\b/i, isMine],
  [/\b(?:due|deadline|days? (?:are |is )?(?:left|remaining)|time (?:is )?left)\b/i, dueDate],
  [
    /\bassigned\b|\bassignee\b|\bwho(?:m|se|['’]s)?\b.*\b(?:work\w*|handl\w*|responsible|on (?:it|rfd-\S+)|has (?:it|rfd-\S+))/i,
    assignee,
  ],
  [/\bwho\b.*\b(?:submit\w*|ask\w*|request(?:ed|er)|creat\w*|reported?)\b/i, requester],
  [/\bwhen\b.*\b(?:submitted|created|sent|asked|reported)\b/i, creation],
  [
    /\b(?:what|which)\b.*\bpriority\b|^\W*priority\b/i,
    ({ requestId, priority }) => `The priority of ${requestId} is ${PRIORITIES[priority]}.`,
  ],
  [
    /\b(?:what|which)\b.*\bdepartment\b|^\W*department\b/i,
    ({ requestId, department }, { departments }) => `${requestId} is in ${departments.nameOf(department)}.`,
  ],
]

/** "When will it be finished?", "will it be done by its due date?" */
const FINISH =
  /^\W*(?:and |so )?(?:by when|when|will|how long)\b.*\b(?:finish\w*|done|ready|complet\w*|deliver\w*|take)\b/i

/** The fact that a question about one request asks for, in one sentence; null for none or for several of them. */
export function factOf(question: string, request: ServiceRequest, reader: Reader): string | null {
  if (FINISH.test(question) && isOpen(request.status))
    return reader.finish === undefined ? null : `${request.requestId}: ${reader.finish}.`
  const facts = FACTS.filter(([words]) => words.test(question))
  const isYesOrNo = facts[0]?.[1] === lateness || facts[0]?.[1] === isMine
  return facts.length === 1 || isYesOrNo ? facts[0]![1](request, reader) : null
}

function dueDate(request: ServiceRequest, { today }: Reader): string {
  const { requestId, status } = request
  return isOpen(status)
    ? `${requestId} ${dueInWords(request, today)}.`
    : `${requestId} was due on ${longDate(request.dueDate)}; it is ${STATUSES[status].toLowerCase()}.`
}

/** "is due on 30 November 2026, in 12 days" */
function dueInWords({ dueDate: due }: ServiceRequest, today: string): string {
  const days = daysBetween(today, due)
  if (days === 0) return 'is due today'
  const count = Math.abs(days) === 1 ? '1 day' : `${formatNumber(Math.abs(days))} days`
  return days > 0 ? `is due on ${longDate(due)}, in ${count}` : `was due on ${longDate(due)}, ${count} ago`
}

function lateness(request: ServiceRequest, { today, timeZone }: Reader): string {
  const { requestId, status, dueDate: due, completedAt } = request
  if (isOpen(status))
    return isOverdue(request, today)
      ? `Yes, ${requestId} is overdue: it ${dueInWords(request, today)}.`
      : `No, ${requestId} is not overdue: it ${dueInWords(request, today)}.`
  if (completedAt === null) return `No, ${requestId} is ${STATUSES[status].toLowerCase()}.`
  const on = dateIn(timeZone, new Date(completedAt))
  return `${on > due ? 'Yes' : 'No'}, ${requestId} was due on ${longDate(due)} and completed on ${longDate(on)}.`
}

function isMine(request: ServiceRequest, reader: Reader): string {
  const { requestId, assignedToId } = request
  return assignedToId === reader.id ? `Yes, ${requestId} is assigned to you.` : `No, ${assignee(request)}`
}

function assignee({ requestId, assignedTo }: ServiceRequest): string {
  return `${requestId} is assigned to ${assignedTo ? fullName(assignedTo) : 'nobody'}.`
}

function requester({ requestId, requester: by }: ServiceRequest): string {
  return `${requestId} was submitted by ${by ? fullName(by) : 'somebody who has left'}.`
}

function creation({ requestId, createdAt }: ServiceRequest, { timeZone }: Reader): string {
  return `${requestId} was submitted on ${longDate(dateIn(timeZone, new Date(createdAt)))}.`
}
