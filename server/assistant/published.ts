import { publishedTimes } from './answers/durations.ts'
import type { Asking } from './asking.ts'
import { type Response, plain } from './responses.ts'

/** Durations of the steps, published and measured. */
export async function publishedResponse(asking: Asking, lead = ''): Promise<Response> {
  const { text, parts } = await publishedTimes(asking)
  return {
    ...plain(asking, lead === '' ? text : `${lead}${text[0]!.toLowerCase()}${text.slice(1)}`, 'answered'),
    parts,
  }
}
