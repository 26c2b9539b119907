import type { AnswerPart } from '../../shared/assistant/messages.ts'
import type { ServiceRequest } from '../../shared/requests.ts'
import { MAX_OFFERED } from './answers/outlooks.ts'
import { cards } from './answers/query-context.ts'
import type { AnswerContext } from './answer-context.ts'
import { plain, readingOf, type Response } from './responses.ts'

/** Asks which of several requests is meant and shows the first; the next message may choose among all (`chosen.ts`). */
export function askWhich(
  context: AnswerContext,
  requests: readonly ServiceRequest[],
  text: string,
  link: AnswerPart[] = [],
): Response {
  const offered = requests.map(({ requestId }) => requestId)
  const choices = offered.slice(0, MAX_OFFERED).map((number) => ({ label: `Where is ${number} now?`, query: null }))
  return {
    ...plain(context, text, 'asked-back'),
    parts: [cards(requests.slice(0, MAX_OFFERED)), ...link],
    topic: { ...context.topic, offered },
    reading: { ...readingOf(context, 'asked-back'), choices },
  }
}
