import type { AnswerPart } from '../../../shared/assistant/messages.ts'
import type { AssistantQuery } from '../../../shared/assistant/query.ts'
import type { NameOf } from '../../../shared/assistant/words.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Deps } from '../deps.ts'
import type { Figures } from '../figures/figures.ts'

/** What a follow-up question may refer to. Re-read each time, so that it never outlives the permission to see it. */
export interface Topic {
  requestId?: string | undefined
  query?: AssistantQuery | undefined
  documentId?: string | undefined
  /** numbers of the requests from which the asker was asked to choose */
  offered?: string[] | undefined
}

export interface Answer {
  text: string
  parts: AnswerPart[]
  topic: Topic
}

/** A query with the data needed to answer it. */
export interface QueryContext {
  deps: Deps
  actor: Actor
  figures: Figures
  query: AssistantQuery
  /** names for answers: the asker is "you" */
  nameOf: NameOf
}

/** Default number of requests shown below an answer. */
export const DEFAULT_ROWS = 5
/** The same where the list cannot show them with the same filters. */
export const DEFAULT_ROWS_UNLINKED = 20

/** "1 request", "3 requests". */
export function requestsIn(total: number): string {
  return `${formatNumber(total)} ${total === 1 ? 'request' : 'requests'}`
}

export function cards(requests: readonly ServiceRequest[]): AnswerPart {
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

/** "12.3 days". */
export function daysInWords(days: number): string {
  const shown = days.toFixed(1)
  return shown === '1.0' ? '1 day' : `${shown.replace(/\.0$/, '')} days`
}

export function wasOrWere(total: number): string {
  return total === 1 ? 'was' : 'were'
}
