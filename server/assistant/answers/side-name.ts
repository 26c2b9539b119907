import type { QueryFilter } from '../../../shared/assistant/query.ts'
import { calendarName, spanInWords } from '../../../shared/assistant/spans.ts'
import { type NameOf, statusInWords, timesOf } from '../../../shared/assistant/words.ts'
import { PRIORITIES } from '../../../shared/requests.ts'

/** A side's name: the filter that distinguishes it. */
export function sideName(side: QueryFilter, nameOf: NameOf): string {
  const { department, priority, status, type, assignee, requester, overdue, late } = side
  const people = assignee ?? requester
  const parts = [
    department?.map((one) => nameOf(one, 'department')).join(' or '),
    priority && `${priority.map((one) => PRIORITIES[one].toLowerCase()).join(' or ')} priority`,
    overdue === undefined ? undefined : overdue ? 'overdue' : 'not overdue',
    late === undefined && status ? statusInWords(status).replace('-', ' ') : undefined,
    late === undefined ? undefined : late ? 'completed late' : 'completed on time',
    type?.join(' or '),
    people?.map((id) => (id === 'unassigned' ? 'nobody' : nameOf(id))).join(' or '),
    ...timesOf(side).map(
      ({ span }) => (span.from && span.to ? calendarName(span.from, span.to) : null) ?? spanInWords(span),
    ),
  ]
  return parts.filter(Boolean).join(' ')
}
