import type { AnswerPart } from '../../shared/ai-assistant.ts'
import { dateIn } from '../../shared/dates.ts'
import type { RequestListQuery, ServiceRequest } from '../../shared/requests.ts'
import { listRequests } from '../requests/list/service.ts'
import type { Actor } from '../actor.ts'
import type { Deps } from './deps.ts'
import { listAddress, type Period, type Reading } from './reading.ts'

/** What a follow-up question may refer to. Looked up anew each time, so that it never outlives the right to see it. */
export interface Topic {
  requestId?: string
  filter?: RequestListQuery
  isMine?: boolean
  /** the times that were compared; of one only, the last weeks were */
  periods?: Period[]
}

export interface Answer {
  text: string
  parts: AnswerPart[]
  topic: Topic
  understood: boolean
}

export interface Asked {
  deps: Deps
  actor: Actor
  question: string
  reading: Reading
  topic: Topic
}

/** Requests shown below an answer. */
export const SHOWN = 5
export const OPEN: RequestListQuery = { status: ['pending', 'in_progress'] }

export function plain(text: string, topic: Topic): Answer {
  return { text, parts: [], topic, understood: true }
}

/** "1 request", "3 requests". */
export function requestsIn(total: number, shown = total.toLocaleString('en')): string {
  return `${shown} ${total === 1 ? 'request' : 'requests'}`
}

export async function count({ deps, actor }: Asked, filter: RequestListQuery) {
  const { total, exact } = await listRequests(deps, actor, { ...filter, limit: 1 })
  return { total, shown: exact ? total.toLocaleString('en') : `more than ${(total - 1).toLocaleString('en')}` }
}

export function cards(requests: ServiceRequest[]): AnswerPart {
  return {
    kind: 'requests',
    requests: requests.map(({ id, requestId, title, status, priority, dueDate }) => ({
      id,
      requestId,
      title,
      status,
      priority,
      dueDate,
    })),
  }
}

export function link(label: string, filter: RequestListQuery): AnswerPart {
  return { kind: 'links', links: [{ label, href: listAddress(filter) }] }
}

export async function todayOf({ clock, settings }: Pick<Deps, 'settings' | 'clock'>): Promise<string> {
  return dateIn((await settings.policy()).timeZone, clock())
}
