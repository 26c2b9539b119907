import { isOpen } from '../../shared/requests.ts'
import type { QueryFilter } from '../../shared/assistant/query.ts'
import { withoutUndefined } from '../../shared/assistant/without-undefined.ts'
import { analyticsAddress, openForecast, pastMonths } from './answers/forecasts.ts'
import { linkTo } from './answers/addresses.ts'
import { type AnswerContext, namesIn } from './answer-context.ts'
import { answerNamed } from './named.ts'
import { ownAheadResponse } from './own-request.ts'
import type { ReadQuestion } from './reading/read.ts'
import { plain, type Response } from './responses.ts'

/** "If two people join, how long …", "what would happen if Jonas left" */
const SUPPOSED =
  /^\W*(?:and )?(?:if (?!possible|any|you|i (?:may|can))|(?:what|how).{0,40}\bwould\b.{0,40}\bif\b|what if\b|suppos(?:e|ing)\b)/i

export function isWhatIf(question: string): boolean {
  return SUPPOSED.test(question)
}

function mayAnalyse({ actor }: AnswerContext): boolean {
  return actor.permissions.has('analytics.view')
}

/** What would be if: managers are shown the simulation of Analytics. */
export function whatIfAnswer(context: AnswerContext): Response {
  const text = mayAnalyse(context)
    ? 'I can’t tell what would be then. “What if” in Analytics simulates more people, other arrivals or a limit of work in progress.'
    : 'I can’t tell what would be then: I only know the requests as they are.'
  return {
    ...plain(context, text, 'refused'),
    parts: mayAnalyse(context) ? linkTo('Analytics', analyticsAddress()) : [],
  }
}

/** What is to come: of a named or own request its outlook, of all open ones the forecast of Analytics, beside the past months. */
export async function forecastAnswer(context: AnswerContext, question: string, read: ReadQuestion): Promise<Response> {
  const named = await answerNamed(context, question, read, true)
  if (named) return named
  if (isOfOwn(question)) return ownAheadResponse(context, question, read)
  const { inAnswers } = await namesIn(context, read.query ? [read.query] : [])
  const values = valuesOf(read)
  const isFinishing = FINISHING.test(question) && !LATE.test(question)
  const filter: QueryFilter = isFinishing ? { ...values, status: ['completed'] } : values
  const past = await pastMonths(context.figures, filter, inAnswers)
  const forecast = await openForecast(context.deps, context.actor, filter, inAnswers)
  const parts = forecast?.parts ?? []
  if (isFinishing && forecast) return { ...plain(context, `${forecast.text} ${past}`, 'answered'), parts }
  const refusal = LATE.test(question)
    ? 'which requests will be late; the details of each open one show how likely it is finished in time.'
    : isFinishing
      ? `${mayAnalyse(context) ? TOO_LITTLE : ONLY_OWN} ${past}`
      : `what will come in. ${past}`
  return { ...plain(context, ['I can’t tell', refusal, forecast?.text].filter(Boolean).join(' '), 'refused'), parts }
}

const TOO_LITTLE = 'what is to come: too few of these requests were closed for a forecast.'
const ONLY_OWN = 'what is to come for the requests of others. Ask “When will my request be finished?” for your own.'

/** "When will the backlog be empty?" */
export function isAheadOfAll(question: string, { query }: ReadQuestion): boolean {
  return query !== null && query.filter.requester === undefined && AHEAD.test(question)
}

/** "when will my requests be finished", "will my scanner request be done": a step of the asker's own requests. */
export function isOfOwn(question: string): boolean {
  return OWN.test(question) && STEP.test(question)
}

const OWN =
  /\bmy (?:(?!teams?\b|departments?\b|office\b|unit\b|group\b|colleagues?\b|boss\b|managers?\b)[\p{L}\p{N}-]+ ){0,6}(?:requests?|rfds?|tickets?|submissions?)\b/iu

const STEP = /\b(?:finish\w*|done|ready|complet\w*|deliver\w*|implement\w*|live|take)\b/i

const FINISHING =
  /\b(?:finish\w*|clear\w*|complet\w*|done|clos\w*|empty|gone|backlog|get through|everything|deliver\w*)\b/i

const LATE = /\b(?:late|overdue|miss|overrun|slip)\b/i

/** A forecast, even with a due date: "which ones will miss their deadline?" */
const MISSES =
  /\b(?:will|going to|likely to|about to) (?:\w+ )?(?:miss|become|be late|be overdue|go overdue|overrun|slip|run late)\b/i

const AHEAD =
  /\b(forecast|predict|predicted|prediction|projection|projected|prognosis|outlook|foresee|anticipate|will|at this rate|at the current rate|will (?:we|there|it|the backlog|they|come|have)|going to|expect|expected|likely)\b/i

/** A question about the future, unless it is about due dates. */
export function isForecast(question: string, { query, isMySingle }: ReadQuestion): boolean {
  const isDue = query !== null && (query.filter.dueFrom !== undefined || query.filter.dueTo !== undefined)
  return MISSES.test(question) || (AHEAD.test(question) && !isDue && !isMySingle)
}

/** The filter without its times, which lie in the future. */
function valuesOf({ query }: ReadQuestion): QueryFilter {
  const { status: said, priority, department, type, requester, assignee } = query?.filter ?? {}
  // "Open" describes the present and is not a filter for past months.
  const status = said?.every(isOpen) ? undefined : said
  return withoutUndefined({ status, priority, department, type, requester, assignee })
}
