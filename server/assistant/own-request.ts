import type { AnswerPart } from '../../shared/assistant/messages.ts'
import type { AssistantQuery } from '../../shared/assistant/query.ts'
import { shortFinish } from '../../shared/outlook-words.ts'
import { findOutlooks } from '../analytics/outlook/service.ts'
import { addressOf, linkTo, showInList } from './answers/addresses.ts'
import { describeNewest, describeRequests } from './answers/one-request.ts'
import { cards } from './answers/query-context.ts'
import { MAX_OFFERED, ownOpen } from './answers/outlooks.ts'
import { queryAnswer } from './answers/query.ts'
import { type AnswerContext, namesIn } from './answer-context.ts'
import type { ReadQuestion } from './reading/read.ts'
import { stateAsked } from './reading/state-question.ts'
import { plain, type Response, responseOf } from './responses.ts'
import { askWhich } from './which-one.ts'
import { OPEN_STATUSES } from '../../shared/request-rules.ts'
import { formatNumber } from '../../shared/texts/formats.ts'

/** Own requests from which the next message may choose. */
const MAX_OWN = 100

/** The list of all own open requests, of which an answer shows some. */
function ownOpenLink({ today }: AnswerContext, total: number): AnswerPart[] {
  return linkTo(showInList(total), addressOf({ status: [...OPEN_STATUSES], requester: ['me'] }, today, 'due'))
}

/**
 * "Where is my request?", "When will it be finished?": the asker's only open one; asks which of several. Without an open
 * one, the outcome of the newest.
 */
export async function ownRequestResponse(context: AnswerContext, read: ReadQuestion): Promise<Response> {
  const { requests, total } = await ownOpen(context, MAX_OWN)
  const [only, ...others] = requests
  if (others.length > 0) {
    const text = `You have ${formatNumber(total)} open requests. Which one do you mean?`
    return askWhich(context, requests, text, total > MAX_OFFERED ? ownOpenLink(context, total) : [])
  }
  const answer = only ? await describeRequests(context, [only.requestId]) : await describeNewest(context, {})
  return responseOf(context, answer, { ...read, query: null, leftOut: [] })
}

/** "Any news?", "is my request ready?", "the status of my requests": null for what asks for something else. */
export async function ownStateResponse(
  context: AnswerContext,
  question: string,
  read: ReadQuestion,
): Promise<Response | null> {
  const of = stateAsked(question)
  if (of === null || read.numbers.length > 0 || read.command) return null
  if (of === 'several') return ownListResponse(context, question, read)
  if (of === 'one' && read.isMyNewest)
    return responseOf(context, await describeNewest(context, {}), { ...read, query: null, leftOut: [] })
  if (of === 'one') return ownRequestResponse(context, read)
  const { requestId, query } = context.topic
  if (requestId !== undefined)
    return responseOf(context, await describeRequests(context, [requestId]), { ...read, query: null, leftOut: [] })
  // Managers may mean the office, and after a list its requests are meant.
  if (context.isManager || query || (await ownOpen(context)).total === 0) return null
  return ownRequestResponse(context, read)
}

/** "When did someone look at my requests?": a list has no answer. */
const OF_TIME = /\b(?:when|how long|how much)\b/i

/** "Are my requests ready?" asks for the state of the open ones. */
const ARE_MINE = /^\W*(?:and |so )?(?:are|have|were) (?:all )?(?:of )?(?:my|our)\b/i

/** The open ones of several, with their states; null where the question selects others: "my finished requests". */
async function ownListResponse(context: AnswerContext, question: string, read: ReadQuestion): Promise<Response | null> {
  const { requester: _, ...others } = read.query?.filter ?? {}
  if (OF_TIME.test(question) || (Object.keys(others).length > 0 && !ARE_MINE.test(question))) return null
  if ((await ownOpen(context)).total < 2) return ownRequestResponse(context, read)
  const query: AssistantQuery = {
    measure: 'list',
    filter: { status: [...OPEN_STATUSES], requester: ['me'] },
    sort: 'due',
  }
  const { inAnswers } = await namesIn(context, [query])
  const answer = await queryAnswer({ ...context, query, nameOf: inAnswers })
  return responseOf(context, answer, { ...read, query, leftOut: [] })
}

/** "When will my requests be finished?": the likely end of each; "my request" is one of them. */
export async function ownAheadResponse(
  context: AnswerContext,
  question: string,
  read: ReadQuestion,
): Promise<Response> {
  const { deps, actor, today } = context
  const outlooks = !/\b(?:requests|rfds|tickets|submissions)\b/i.test(question) ? null : await findOutlooks(deps, actor)
  if (!outlooks || outlooks.total < 2) return ownRequestResponse(context, read)
  const each = outlooks.requests.map(({ requestId, outlook }) => `${requestId}: ${shortFinish(outlook, today)}.`)
  const rest = outlooks.total > each.length ? ` The ${each.length} due first:` : ''
  const text = `You have ${formatNumber(outlooks.total)} open requests.${rest} ${each.join(' ')}`
  const { requests } = await ownOpen(context)
  return { ...plain(context, text, 'answered'), parts: [cards(requests), ...ownOpenLink(context, outlooks.total)] }
}
