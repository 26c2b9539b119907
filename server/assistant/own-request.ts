import { aboutLast, aboutOne } from './answers/one-request.ts'
import { cards } from './answers/asked.ts'
import { ownOpen } from './answers/outlooks.ts'
import type { Asking } from './asking.ts'
import type { ReadQuestion } from './reading/read.ts'
import { plain, type Response, readingOf, responseOf } from './responses.ts'

/**
 * "Where is my request?", "When will it be finished?": the asker's only open one; asks which of several. Without an open
 * one, the outcome of the newest.
 */
export async function ownRequestResponse(asking: Asking, read: ReadQuestion): Promise<Response> {
  const { requests, total } = await ownOpen(asking)
  const [only, ...others] = requests
  if (others.length > 0) {
    const text = `You have ${total.toLocaleString('en')} open requests. Which one do you mean?`
    const choices = requests.map(({ requestId }) => ({ label: `Where is ${requestId} now?`, query: null }))
    return {
      ...plain(asking, text, 'asked-back'),
      parts: [cards(requests)],
      reading: { ...readingOf(asking, 'asked-back'), choices },
    }
  }
  const answer = only ? await aboutOne(asking, [only.requestId]) : await aboutLast(asking, {})
  return responseOf(asking, answer, { ...read, query: null, leftOut: [] })
}
