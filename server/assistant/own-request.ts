import type { AnswerPart } from '../../shared/assistant/messages.ts'
import { shortFinish } from '../../shared/outlook-words.ts'
import { findOutlooks } from '../outlook/service.ts'
import { addressOf, linkTo, showInList } from './answers/addresses.ts'
import { describeNewest, describeRequests } from './answers/one-request.ts'
import { cards } from './answers/query-context.ts'
import { MAX_OFFERED, ownOpen } from './answers/outlooks.ts'
import type { AnswerContext } from './answer-context.ts'
import type { ReadQuestion } from './reading/read.ts'
import { plain, type Response, responseOf } from './responses.ts'
import { askWhich } from './which-one.ts'

/** Own requests from which the next message may choose. */
const MAX_OWN = 100

/** The list of all own open requests, of which an answer shows some. */
function ownOpenLink({ today }: AnswerContext, total: number): AnswerPart[] {
  return linkTo(showInList(total), addressOf({ status: ['pending', 'in_progress'], requester: ['me'] }, today, 'due'))
}

/**
 * "Where is my request?", "When will it be finished?": the asker's only open one; asks which of several. Without an open
 * one, the outcome of the newest.
 */
export async function ownRequestResponse(context: AnswerContext, read: ReadQuestion): Promise<Response> {
  const { requests, total } = await ownOpen(context, MAX_OWN)
  const [only, ...others] = requests
  if (others.length > 0) {
    const text = `You have ${total.toLocaleString('en')} open requests. Which one do you mean?`
    return askWhich(context, requests, text, total > MAX_OFFERED ? ownOpenLink(context, total) : [])
  }
  const answer = only ? await describeRequests(context, [only.requestId]) : await describeNewest(context, {})
  return responseOf(context, answer, { ...read, query: null, leftOut: [] })
}

/** "When will my requests be finished?": the likely end of each; "my request" is one of them. */
export async function ownAheadResponse(
  context: AnswerContext,
  question: string,
  read: ReadQuestion,
): Promise<Response> {
  const { deps, actor, today } = context
  const found = !/\b(?:requests|rfds|tickets|submissions)\b/i.test(question) ? null : await findOutlooks(deps, actor)
  if (!found || found.total < 2) return ownRequestResponse(context, read)
  const each = found.requests.map(({ requestId, outlook }) => `${requestId}: ${shortFinish(outlook, today)}.`)
  const rest = found.total > each.length ? ` The ${each.length} due first:` : ''
  const text = `You have ${found.total.toLocaleString('en')} open requests.${rest} ${each.join(' ')}`
  const { requests } = await ownOpen(context)
  return { ...plain(context, text, 'answered'), parts: [cards(requests), ...ownOpenLink(context, found.total)] }
}
