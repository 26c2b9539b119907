import { describeRequests, CHANGED, changesOf } from './answers/one-request.ts'
import type { AnswerContext } from './answer-context.ts'
import type { ReadQuestion } from './reading/read.ts'
import { type Response, WHAT_I_KNOW, quoted, responseOf, plain } from './responses.ts'

/** Describes requests by number, and says what is not known of them. */
export async function aboutNumbers(context: AnswerContext, question: string, read: ReadQuestion): Promise<Response> {
  if (COMMENTED.test(question))
    return plain(
      context,
      `I can’t tell what was said about a request; you can read that on its Comments tab. ${WHAT_I_KNOW}`,
      'refused',
    )
  if (ADVICE.test(question))
    return plain(context, `I can’t tell what should be done, or by whom: people decide that. ${WHAT_I_KNOW}`, 'refused')
  const isChanged = CHANGED.test(question)
  const hasReason = REFUSED.test(question)
  const unknown = read.leftOut.filter(
    (words) => !DESCRIBED.test(words) && !(isChanged && OF_CHANGES.test(words)) && !(hasReason && /^why$/i.test(words)),
  )
  if (unknown.some((words) => !GOING.test(words)) || (unknown.length > 0 && read.query?.measure === 'count'))
    return plain(context, `I can’t tell anything about ${quoted(unknown)}. ${WHAT_I_KNOW}`, 'refused')
  if (isOfAnotherTime(read))
    return plain(
      context,
      `I can’t tell how a request was at another time; its timeline on the Details tab shows it. ${WHAT_I_KNOW}`,
      'refused',
    )
  const answer = await (isChanged ? changesOf : describeRequests)(context, read.numbers)
  const text = unknown.length > 0 ? `I can’t tell anything about ${quoted(unknown)}. ${answer.text}` : answer.text
  return responseOf(context, { ...answer, text }, { ...read, query: null, leftOut: [] })
}

/** Words for what every request's description contains. */
export const DESCRIBED =
  /^(about$|due|deadline|priority|status|state|department|requester|assignee|owner|start|creat|updat|complet|title|age|old|how|late|overdue|who|when|compare|compared|difference|long|since|now|wait|urgen|submit|ask|assign|work|finish|take|took|need)/i

/** "Why was RFD-2026-0042 rejected?": the description has the reason given. */
const REFUSED = /\b(?:reject\w*|refus\w*|declin\w*|denied|turned down|cancel\w*|withdr[ae]wn?)\b/i

/** Words of a question about changes. */
const OF_CHANGES =
  /^(?:(?:last|latest|recent\w*|chang\w*|edit\w*|modif\w*|updat\w*|touch\w*|happen\w*|history|timeline|what|who|when|it|to|on|of|the)(?:\s+|$))+$/i

/** "What did Nadia write on RFD-2026-0042?" */
const COMMENTED =
  /^\W*what (?:did|does|has|have) (?:\p{L}+ ){1,3}(?:write|say|comment|written|said|commented|think|answer|reply)\b/iu

/** "Should I assign RFD-2026-0042 to Ben?", "who should do it" */
const ADVICE = /^\W*(?:should|shall) (?:i|we)\b|\b(?:who|whom|which of us) should\b/i

/** How it is going, or why: the description is close enough to follow "I can't tell". */
const GOING =
  /^(?:(?:why|how|what|happen\w*|look\w*|go|goes|going|gone|come|coming|came|doing|stuck|news?|progress\w*|isn't|not|up|on|with|at|to|still|so|yet|it)(?:\s+|$))+$/i

/** "Who was working on it last month?" */
function isOfAnotherTime({ query }: ReadQuestion): boolean {
  return Object.keys(query?.filter ?? {}).some((key) => /(From|To)$/.test(key) && !key.startsWith('due'))
}
