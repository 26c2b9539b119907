import { fold } from '../../shared/fold.ts'
import type { ServiceRequest } from '../../shared/requests.ts'
import { listRequests } from '../requests/list/service.ts'
import { describeRequests, CHANGED, changesOf } from './answers/one-request.ts'
import { cards } from './answers/query-context.ts'
import type { AnswerContext } from './answer-context.ts'
import { PLAIN_WORDS } from './grammar/plain-words.ts'
import type { ReadQuestion } from './reading/read.ts'
import { plain, readingOf, type Response, responseOf } from './responses.ts'

/** Questions about the state of one thing, named with "the" or "my". */
const OF_ONE =
  /^\W*(?:(?:and|so|please|do you know|tell me) )*(?:(?:the |current )*(?:status|state|priority|deadline|due date)|when|who|whos|whose|where|what(?: is|s)? (?:about|up|happening|happened|the (?:status|state|priority|deadline|due date))|any(?:thing)? (?:new|news|progress|update|updates|movement)|how (?:far|is)|is|was|has|did)\b.*\b(?:the|that|this|my|our)\b/u

/** Words for what a request's description contains. */
const ASKED =
  /^(?:status|states?|due|dates?|deadline|priority|news?|progress|updates?|far|thing|things|happen\w*|movement|finish\w*|done|ready|start\w*|assign\w*|work\w*|handl\w*|owner|assignee|requester|ask\w*|request\w*|submit\w*|review\w*|creat\w*|stand|stands|moving|moved|go|going|went|come|coming|came|put|up|down|out|yet|already|mean|meant|about|regarding)$/u

/** Hits checked for a single match. */
const MAX_TITLES = 50

/** The only request whose title has the otherwise unexplained words of a question: "when is the tariff schedule due". */
export async function answerNamed(
  context: AnswerContext,
  question: string,
  read: ReadQuestion,
): Promise<Response | null> {
  const { deps, actor } = context
  const isHowTo = read.isGuide && read.topic === undefined
  if (read.numbers.length > 0 || isHowTo || !OF_ONE.test(fold(question)) || isOfMany(read)) return null
  // "When is my X-ray request due?": only the words asked for are left, and the topic names the request.
  const isByTopic = !read.isGuide && read.isLooseTopic && read.leftOut.length > 0
  const unexplained = read.isGuide || isByTopic ? [...read.leftOut, read.topic ?? ''] : read.leftOut
  const words = wordsOf(unexplained.join(' ')).filter((word) => !PLAIN_WORDS.has(word) && !ASKED.test(word))
  if (words.every((word) => deps.vocabulary.isGrammarWord(word)) || isPassingWord(words, question)) return null
  const requester = MINE.test(question) ? { requester: 'me' } : {}
  const { requests } = await listRequests(deps, actor, { search: words.join(' '), limit: MAX_TITLES, ...requester })
  const [one, ...others] = requests.filter(({ title }) => hasWords(title, words))
  if (!one) return null
  if (others.length > 0) return isByTopic ? askWhich(context, [one, ...others]) : null
  return responseOf(context, await (CHANGED.test(question) ? changesOf : describeRequests)(context, [one.requestId]), {
    ...read,
    query: null,
    leftOut: [],
    corrections: [],
  })
}

/** "my tariff request": one that the asker submitted. */
const MINE = /\bmy (?:[\p{L}\p{N}-]+ ){1,4}(?:request|rfd|ticket|submission)\b/iu

/** Requests offered to choose from. */
const MAX_CHOICES = 5

/** "the status of my tariff request", of several. */
function askWhich(context: AnswerContext, requests: readonly ServiceRequest[]): Response {
  const shown = requests.slice(0, MAX_CHOICES)
  const choices = shown.map(({ requestId }) => ({ label: `Where is ${requestId} now?`, query: null }))
  const count = requests.length === MAX_TITLES ? `At least ${MAX_TITLES}` : requests.length
  const more = requests.length > shown.length ? ` The newest ${shown.length} are below.` : ''
  return {
    ...plain(context, `${count} requests may be meant. Which one?${more}`, 'asked-back'),
    parts: [cards(shown)],
    reading: { ...readingOf(context, 'asked-back'), choices },
  }
}

/** "When will the backlog be empty", "is there an app for my phone": a single word that is not the subject. */
function isPassingWord([word, ...others]: readonly string[], question: string): boolean {
  if (/^\W*(?:is|are|was|were) there\b/i.test(question)) return true
  return (
    others.length === 0 &&
    word !== undefined &&
    !new RegExp(`\\b(?:the|that|this|my|our) (?:\\p{L}+ )?${word}`, 'iu').test(fold(question))
  )
}

function isOfMany({ query }: ReadQuestion): boolean {
  return query !== null && (query.measure !== 'list' || (query.group ?? query.compare ?? query.limit) !== undefined)
}

function hasWords(title: string, words: readonly string[]): boolean {
  const own = wordsOf(title).map(stemOf)
  return words.every((word) => own.includes(stemOf(word)))
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
}

function stemOf(word: string): string {
  return word.replace(/(?<=\p{L}{3})(?:ies|es|s)$/u, '')
}
