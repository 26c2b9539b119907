import { describeNewest, describeRequests } from './answers/one-request.ts'
import { cards } from './answers/query-context.ts'
import { ownOpen } from './answers/outlooks.ts'
import type { AnswerContext } from './answer-context.ts'
import type { ReadQuestion } from './reading/read.ts'
import { plain, type Response, readingOf, responseOf } from './responses.ts'

/**
 * "Where is my request?", "When will it be finished?": the asker's only open one; asks which of several. Without an open
 * one, the outcome of the newest.
 */
export async function ownRequestResponse(context: AnswerContext, read: ReadQuestion): Promise<Response> {
  const { requests, total } = await ownOpen(context)
  const [only, ...others] = requests
  if (others.length > 0) {
    const text = `You have ${total.toLocaleString('en')} open requests. Which one do you mean?`
    const choices = requests.map(({ requestId }) => ({ label: `Where is ${requestId} now?`, query: null }))
    return {
      ...plain(context, text, 'asked-back'),
      parts: [cards(requests)],
      reading: { ...readingOf(context, 'asked-back'), choices },
    }
  }
  const answer = only ? await describeRequests(context, [only.requestId]) : await describeNewest(context, {})
  return responseOf(context, answer, { ...read, query: null, leftOut: [] })
}
