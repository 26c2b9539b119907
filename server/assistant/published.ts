import { publishedTimes } from './answers/durations.ts'
import type { AnswerContext } from './answer-context.ts'
import { type Response, plain } from './responses.ts'

/** Durations of the steps, published and measured. */
export async function publishedResponse(context: AnswerContext, lead = ''): Promise<Response> {
  const { text, parts } = await publishedTimes(context)
  return {
    ...plain(context, lead === '' ? text : `${lead}${text[0]!.toLowerCase()}${text.slice(1)}`, 'answered'),
    parts,
  }
}
