import { dateWords, daysBetween } from '../../../shared/dates.ts'
import { isOpen } from '../../../shared/request-rules.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { count } from '../count.ts'
import { dayWords, officeToday } from './dates.ts'

function inDays(days: number): string {
  return `${count(days)} ${days === 1 ? 'day' : 'days'}`
}

function nearWords(date: string, today: string): string {
  const days = daysBetween(today, date)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  return days > 0 ? `in ${inDays(days)}` : `${inDays(-days)} overdue`
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
  return { text: `finished ${dayWords(officeToday(new Date(request.completedAt)), today)}`, late: false }
}

/** When a request is due, and the note under that date. */
export function dueWords(request: Parameters<typeof dueNote>[0]): { date: string; note: DueNote | null } {
  return { date: dateWords(request.dueDate), note: dueNote(request, officeToday()) }
}

/** The hint under a date field: how far away the typed day is. */
export function distanceWords(date: string, today: string): string {
  const days = daysBetween(today, date)
  if (days === 0) return 'Today'
  return days > 0 ? `${inDays(days)} from today` : `${inDays(-days)} ago`
}
