import { dateIn, daysBetween, longDate } from '../../shared/dates.ts'
import { isTooWide, rangeInWords } from '../../shared/estimated-days.ts'
import { isOverdue, type RequestListQuery, type ServiceRequest, STATUSES } from '../../shared/requests.ts'
import { fullName } from '../../shared/users.ts'
import { AppError } from '../errors.ts'
import { lastChange } from '../history/service.ts'
import { listRequests } from '../requests/list/service.ts'
import { getRequest, getRow } from '../requests/service.ts'
import { getAnalysis } from '../estimates/service.ts'
import { type Answer, type Asked, cards, plain, todayOf } from './asked.ts'

/** "Where is my request now?" without a number: the newest one of the asker's. */
export async function aboutLast(asked: Asked, filter: RequestListQuery): Promise<Answer> {
  const { requests } = await listRequests(asked.deps, asked.actor, { ...filter, requester: 'me', limit: 1 })
  const [newest] = requests
  if (!newest) {
    return plain(
      filter.status ? 'None of your requests has been rejected.' : 'You have not submitted a request yet.',
      {},
    )
  }
  return aboutOne(asked, newest.requestId)
}

export async function aboutOne(asked: Asked, number: string): Promise<Answer> {
  const { deps, actor } = asked
  const request = await getRequest(deps, actor, number).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not-found') return null
    throw error
  })
  // Whether it doesn't exist or may not be seen looks the same.
  if (!request) return plain(`There is no request ${number} that you can see.`, {})
  const today = await todayOf(deps)
  const sentences = [
    `${request.requestId} “${request.title}” is ${STATUSES[request.status]}.`,
    await waitingFor(asked, request),
  ]
  if (isOverdue(request, today)) {
    const days = daysBetween(request.dueDate, today)
    sentences.push(`It was due on ${longDate(request.dueDate)}, ${days === 1 ? '1 day' : `${days} days`} ago.`)
  } else if (request.status === 'pending' || request.status === 'in_progress') {
    sentences.push(`It is due on ${longDate(request.dueDate)}.`)
    const analysis = await getAnalysis(deps, actor, request.id)
    if (analysis) {
      const { timeEstimate: time } = analysis
      sentences.push(
        isTooWide(time)
          ? 'How long it will take is too different among comparable requests to say.'
          : `Its analysis expects ${rangeInWords(time.low, time.high, time.unit)} from start to finish.`,
      )
    }
  }
  const topic = { requestId: request.requestId }
  return { text: sentences.filter(Boolean).join(' '), parts: [cards([request])], topic, understood: true }
}

/** Who moved it where and when, and on whom it waits. */
async function waitingFor({ deps, actor }: Asked, request: ServiceRequest): Promise<string> {
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
      return `It was rejected${by}${on.replace('since', 'on')}; the reason, if one was given, is in its timeline.`
    }
    case 'completed':
      return `It was completed${on.replace('since', 'on')}.`
    default:
      return `It was cancelled${on.replace('since', 'on')}.`
  }
}
