import { dateIn, daysBetween, longDate } from '../../../shared/dates.ts'
import { isTooWide, rangeInWords, WHOLE_WAY } from '../../../shared/estimated-days.ts'
import { isOpen, isOverdue, statusWord, type ServiceRequest } from '../../../shared/requests.ts'
import { fullName } from '../../../shared/users.ts'
import type { Actor } from '../../platform/actor.ts'
import { getAnalysis } from '../../ai/estimates/service.ts'
import { lastChange } from '../../requests/history/service.ts'
import { getRow } from '../../requests/service.ts'
import type { Deps } from '../deps.ts'
import { reasonOf } from '../queries.ts'
import { daysInWords } from './query-context.ts'

export function dueIn(request: ServiceRequest, today: string): string {
  const due = longDate(request.dueDate)
  if (!isOverdue(request, today)) return `${isOpen(request.status) ? 'It is due' : 'It was due'} on ${due}.`
  const days = daysBetween(request.dueDate, today)
  return `It was due on ${due}, ${days === 1 ? '1 day' : `${days} days`} ago.`
}

export function originOf({ requester, createdAt, completedAt }: ServiceRequest, timeZone: string): string {
  const by = requester ? ` by ${fullName(requester)}` : ''
  const took = completedAt
    ? `, and took ${daysInWords((Date.parse(completedAt) - Date.parse(createdAt)) / 86_400_000)}`
    : ''
  return `It was submitted${by} on ${longDate(dateIn(timeZone, new Date(createdAt)))}${took}.`
}

export async function expectedTime(deps: Deps, actor: Actor, id: string): Promise<string> {
  const analysis = await getAnalysis(deps, actor, id)
  if (!analysis) return ''
  const { timeEstimate: time } = analysis
  if (isTooWide(time)) return 'How long it will take is too different among comparable requests to say.'
  const { workingDays } = await deps.settings.policy()
  return `Its analysis expects ${rangeInWords(time.low, time.high, time.unit, workingDays.length)} ${WHOLE_WAY}.`
}

/** The last move of the request: by whom, where and when; and the person it waits for. */
export async function waitingFor({ deps, actor }: Asker, request: ServiceRequest): Promise<string> {
  const { db, settings } = deps
  const policy = await settings.policy()
  const row = await getRow(db.read, actor, policy, request.id)
  const moved = await lastChange(db.read, row.number, 'status')
  const on = moved ? ` since ${longDate(dateIn(policy.timeZone, new Date(moved.changedAt)))}` : ''
  const assignee = request.assignedTo ? fullName(request.assignedTo) : null
  switch (request.status) {
    case 'pending':
      return assignee
        ? `It ${on === '' ? 'is' : 'has been'} waiting for review by ${assignee}${on}.`
        : 'It is waiting for its first review; nobody is assigned yet.'
    case 'in_progress':
      return assignee
        ? `${assignee} has been working on it${on}.`
        : `It has been in progress${on}, and nobody is assigned.`
    case 'rejected': {
      const by = moved?.changedBy ? ` by ${fullName(moved.changedBy)}` : ''
      const reason = await reasonOf(db.read, row.number, 'rejected')
      const why = reason ? `The reason given: “${reason}”` : 'No reason was given; its comments may say more.'
      return `It was rejected${by}${on.replace('since', 'on')}. ${why}`
    }
    case 'completed':
      return `It was completed${on.replace('since', 'on')}.`
    case 'cancelled': {
      const reason = await reasonOf(db.read, row.number, 'cancelled')
      return `It was cancelled${on.replace('since', 'on')}.${reason ? ` The reason given: “${reason}”` : ''}`
    }
    default:
      return `It has been ${statusWord(request.status)}${on}.`
  }
}

export interface Asker {
  deps: Deps
  actor: Actor
  /** the whole message, where it asks one thing */
  question?: string | undefined
}
