import { asPhrase, hasSeveralWords } from '../../shared/assistant/mentions.ts'
import type { AssistantQuery, QueryFilter } from '../../shared/assistant/query.ts'
import { formatNumber } from '../../shared/texts/formats.ts'
import { similarAnswer } from './answers/alike.ts'
import { describeNewest, describeRequests, CHANGED, changesOf } from './answers/one-request.ts'
import { hasReasons, reasonsAnswer } from './answers/reasons.ts'
import { summaryAnswer } from './answers/summary.ts'
import type { AnswerContext } from './answer-context.ts'
import { forecastAnswer, isAheadOfAll, isForecast, isOfOwn, isWhatIf, whatIfAnswer } from './forecast.ts'
import type { ReadQuestion } from './reading/read.ts'
import { type Response, WHY, responseOf, plain } from './responses.ts'
import { answerNamed } from './named.ts'
import { ownAheadResponse, ownRequestResponse } from './own-request.ts'
import { publishedResponse } from './published.ts'
import { aboutNumbers, DESCRIBED } from './about-numbers.ts'
import { refusedOrder } from './refused-order.ts'

/** Questions answered without a query: orders, single and similar requests, forecasts, the weekly summary. */
export async function answerDirectly(
  context: AnswerContext,
  question: string,
  read: ReadQuestion,
): Promise<Response | null> {
  const { actor, figures } = context
  const { numbers, command } = read
  if (command && !read.isGuide) return refusedOrder(context, question, read, command)
  if (read.isSimilar && (numbers.length > 0 || read.topic !== undefined)) {
    const answer = await similarAnswer(context, numbers[0], read.topic ?? '')
    const response = await responseOf(context, answer, { ...read, leftOut: [] })
    return numbers.length > 0 || read.topic === undefined ? response : withMentions(context, response, read.topic)
  }
  if (numbers.length > 0 && !isHowTo(question)) return aboutNumbers(context, question, read)
  if (isAboutTopic(context, question, read))
    return responseOf(
      context,
      await (CHANGED.test(question) ? changesOf : describeRequests)(context, [context.topic.requestId!]),
      { ...read, query: null, leftOut: [] },
    )
  const ended = read.isWhy ? endedIn(context, read) : undefined
  if (ended) return responseOf(context, await reasonsAnswer(context, ended), { ...read, query: null, leftOut: [] })
  if (read.isWhy && read.strength === 0 && context.topic.query) return plain(context, WHY, 'refused')
  if (read.isMySingle && !read.isGuide && read.isWhy && /\b(pending|waiting|open|still|long|slow)\b/i.test(question))
    return ownRequestResponse(context, read)
  if (read.isMySingle && !read.isGuide && read.isWhy && ENDED.test(question))
    return responseOf(context, await describeNewest(context, endOf(read)), { ...read, query: null, leftOut: [] })
  if (read.isMyNewest && asksOnlyForDescription(read) && !isHowTo(question))
    return responseOf(context, await describeNewest(context, {}), { ...read, query: null, leftOut: [] })
  // "Did Nadia look at my request?", "will my request be done by Friday?": about one request, regardless of person and time.
  const isOfPerson = read.query?.measure === 'list' && read.query.filter.assignee !== undefined
  const isOfState = isOfPerson || /^\W*(?:did|has|have|will)\b/i.test(question)
  if (read.isMySingle && isOfState && !OF_US.test(question) && !read.isGuide && read.leftOut.length === 0)
    return ownRequestResponse(context, read)
  if (read.isOutlook && read.isMySingle && !isHowTo(question)) return ownRequestResponse(context, read)
  if (isWhatIf(question) && !read.isGuide && read.numbers.length === 0) return whatIfAnswer(context)
  // "When will the backlog be empty?": published times are for single requests.
  const isOfAll = isAheadOfAll(question, read)
  if (read.isWhen && read.numbers.length === 0) {
    const named = await answerNamed(context, question, read, true)
    if (named) return named
    if (isOfOwn(question)) return ownAheadResponse(context, question, read)
    if (!isOfAll) return publishedResponse(context, 'I can’t promise a date. What you can expect: ')
  }
  const isOfUs = read.query === null && OF_US.test(question)
  if (!isOfUs && ((read.isWhen && isOfAll) || read.isAhead || (read.isFuture && isForecast(question, read))))
    return forecastAnswer(context, question, read)
  if (read.isSummary && !read.isGuide && isOfTheWeek(read) && !OTHER_SPAN.test(question) && !read.isFollowUp)
    return responseOf(context, await summaryAnswer(actor, figures), { ...read, query: null, leftOut: [] })
  return null
}

/** Adds the number of requests with the same words, since only the most similar ones are shown. */
async function withMentions({ figures }: AnswerContext, response: Response, topic: string): Promise<Response> {
  const shown = response.parts.flatMap((part) => (part.kind === 'requests' ? part.requests : [])).length
  const count = await figures.count({ search: hasSeveralWords(topic) ? asPhrase(topic) : topic })
  if (count <= shown || shown === 0) return response
  return {
    ...response,
    text: `${formatNumber(count)} requests mention “${topic}”. ${response.text}`,
    suggestions: [`Which requests mention “${topic}”?`, ...response.suggestions],
  }
}

/** "Why was my request refused?", or only "Why my request?" */
const ENDED =
  /\b(?:reject\w*|refus\w*|declin\w*|denied|turned down|cancel\w*|withdr[ae]wn?|closed|not (?:approved|accepted))\b|^\W*(?:but )?why (?:(?:was|is) )?my (?:request|rfd|ticket|submission)\W*$/i

/** "Will I be told …": asks how the product works, not for a forecast. */
const OF_US =
  /^\W*(?:and )?(?:will|would|shall) (?:i|you|my (?:boss|manager|colleagues?)|somebody|someone|anybody|anyone|managers|the (?:requester|assignee|manager|administrator)s?)\b/i

const OTHER_SPAN = /\b(?:month(?:s|ly)?|quarter(?:s|ly)?|year(?:s|ly)?|annual)\b/i

/** The summary covers only this week, and all requests or the asker's. */
function isOfTheWeek({ query, strength, period = '' }: ReadQuestion): boolean {
  const fields = Object.keys(query?.filter ?? {})
  const isOfAll =
    (query !== null || strength === 0) &&
    fields.every((field) => field === 'requester') &&
    [undefined, 'week'].includes(query?.group)
  return strength <= 1 && (isOfAll || /\b(?:this week|today)\b/i.test(period))
}

/** "Why were my requests rejected?", or "why?" after a list of rejected ones: their query. */
function endedIn({ topic }: AnswerContext, read: ReadQuestion): AssistantQuery | undefined {
  const isOfOwn =
    read.query?.filter.requester?.join() === 'me' &&
    !read.isMySingle &&
    read.leftOut.every((words) => /^why$/i.test(words))
  const query = read.strength === 0 ? topic.query : isOfOwn ? read.query : undefined
  return query && hasReasons(query) ? query : undefined
}

/** "Why was my request cancelled?": the final status, rejected by default. */
function endOf({ query }: ReadQuestion): Pick<QueryFilter, 'status'> {
  return { status: query?.filter.status?.join() === 'cancelled' ? ['cancelled'] : ['rejected'] }
}

/** Whether the question has no filter but person and status, and asks only for what every request's description contains. */
function asksOnlyForDescription({ query, leftOut, isGuide }: ReadQuestion): boolean {
  const isWhose = (key: string) => key === 'requester' || key === 'status'
  const isKnown = (words: string) =>
    words.split(/\s+/).every((word) => DESCRIBED.test(word) || /^(?:last|latest|newest|most|recent|one)$/i.test(word))
  return (
    !isGuide && Object.keys(query?.filter ?? {}).every(isWhose) && query?.group === undefined && leftOut.every(isKnown)
  )
}

/** "How do I cancel RFD-2026-0042?" */
function isHowTo(question: string): boolean {
  return /^\s*(can i|may i|could i|am i)\b|\bhow (do|can|could|should|would) (i|we|one)\b|\bhow to\b/i.test(question)
}

/** "Who is working on it?", after a question about one request. */
function isAboutTopic({ topic }: AnswerContext, question: string, read: ReadQuestion): boolean {
  if (topic.requestId === undefined || read.isGuide) return false
  const isIt =
    /\b(it|its|it's|that one|this one|that request|this request)\b/i.test(question) &&
    !/\bit (take|takes|took|possible)\b/i.test(question) &&
    !/\bIT\b/.test(question)
  return isIt && read.strength <= 2
}
