import { dateWords, daysBetween } from '../../../shared/dates.ts'
import { isOpen } from '../../../shared/request-rules.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { say } from '../../../shared/texts/say.ts'
import { dayWords, officeToday } from './dates.ts'

function inDays(days: number): string {
  return say('{days, plural, one {# day} other {# days}}', { days })
}

function nearWords(date: string, today: string): string {
  const days = daysBetween(today, date)
  if (days === 0) return say('today')
  if (days === 1) return say('tomorrow')
  return days > 0 ? say('in {days}', { days: inDays(days) }) : say('{days} overdue', { days: inDays(-days) })
}

export interface DueNote {
  text: string
  late: boolean
}

/** The line under a due date. Rejected and cancelled requests have none: nothing is due any more. */
export function dueNote(
  request: Pick<ServiceRequest, 'status' | 'dueDate' | 'completedAt'>,
  today: string,
): DueNote | null {
  if (isOpen(request.status)) return { text: nearWords(request.dueDate, today), late: request.dueDate < today }
  if (request.status !== 'completed' || !request.completedAt) return null
  return {
    text: say('finished {day}', { day: dayWords(officeToday(new Date(request.completedAt)), today) }),
    late: false,
  }
}

/** When a request is due, and the note under that date. */
export function dueWords(request: Parameters<typeof dueNote>[0]): { date: string; note: DueNote | null } {
  return { date: dateWords(request.dueDate), note: dueNote(request, officeToday()) }
}

/** The hint under a date field: how far away the typed day is. */
export function distanceWords(date: string, today: string): string {
  const days = daysBetween(today, date)
  if (days === 0) return say('Today')
  return days > 0 ? say('{days} from today', { days: inDays(days) }) : say('{days} ago', { days: inDays(-days) })
}
