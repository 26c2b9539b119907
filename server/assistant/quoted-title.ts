import { fold } from '../../shared/fold.ts'
import { listRequests } from '../requests/list/service.ts'
import type { AnswerContext } from './answer-context.ts'
import { CHANGED, changesOf, describeRequests } from './answers/one-request.ts'
import { askWhichTitled, hasWords, titleWordsOf } from './named.ts'
import { quotedIn } from './quotes.ts'
import { asksOfOne, stateAsked } from './reading/state-question.ts'
import { plain, type Response } from './responses.ts'

/** Hits among which the title is looked for. */
const MAX_HITS = 50

/**
 * "What is the status of “Export of declarations as PDF”?": the request with this title, else those with its words in
 * theirs; null for a message that asks for something else.
 */
export async function quotedTitleResponse(context: AnswerContext, message: string): Promise<Response | null> {
  const quoted = quotedIn(message)
  if (!quoted || !asksOfOne(quoted.rest)) return null
  const requests = await requestsTitled(context, quoted.quoted)
  const [one, ...others] = requests
  if (one && others.length > 0) return askWhichTitled(context, requests)
  if (one) {
    const { text, parts, topic } = await (CHANGED.test(message) ? changesOf : describeRequests)(
      { ...context, question: message },
      [one.requestId],
    )
    return { ...plain(context, text, 'answered'), parts, topic }
  }
  const isOfState = stateAsked(`it ${quoted.rest}`) !== null
  return isOfState ? plain(context, `I found no request called “${quoted.quoted}” that you can see.`, 'refused') : null
}

async function requestsTitled({ deps, actor }: AnswerContext, title: string) {
  const words = titleWordsOf(title)
  if (words.length === 0) return []
  const { requests } = await listRequests(deps, actor, { search: title, limit: MAX_HITS })
  const bare = (text: string) => fold(text).replace(/[\s.?!]+$/u, '')
  const exact = requests.filter((request) => bare(request.title) === bare(title))
  return exact.length > 0 ? exact : requests.filter((request) => hasWords(request.title, words))
}
