import { fold } from '../../shared/fold.ts'
import { isOpen, type ServiceRequest } from '../../shared/requests.ts'
import { listRequests } from '../requests/list/service.ts'
import { describeRequests, CHANGED, changesOf } from './answers/one-request.ts'
import { MAX_OFFERED } from './answers/outlooks.ts'
import type { AnswerContext } from './answer-context.ts'
import { PLAIN_WORDS } from './grammar/plain-words.ts'
import type { ReadQuestion } from './reading/read.ts'
import { type Response, responseOf } from './responses.ts'
import { askWhich } from './which-one.ts'

/** Questions about the state of one thing, named with "the" or "my". */
const OF_ONE =
  /^\W*(?:(?:and|so|please|do you know|tell me) )*(?:(?:the |current )*(?:status|state|priority|deadline|due date)|when|who|whos|whose|where|what(?: is|s)? (?:about|up|happening|happened|the (?:status|state|priority|deadline|due date))|any(?:thing)? (?:new|news|progress|update|updates|movement)|how (?:far|is)|is|was|has|did)\b.*\b(?:the|that|this|my|our)\b/u

/** Words for what a request's description contains. */
const ASKED =
  /^(?:status|states?|due|dates?|deadline|priority|news?|progress|updates?|far|thing|things|happen\w*|movement|finish\w*|done|ready|start\w*|assign\w*|work\w*|handl\w*|owner|assignee|requester|ask\w*|request\w*|submit\w*|review\w*|creat\w*|stand|stands|moving|moved|go|going|went|come|coming|came|put|up|down|out|yet|already|mean|meant|about|regarding)$/u

/** "“Print the gate pass”", "my container number request", "the request about past declarations": the words of a title. */
const SPELLED = [
  /["“]([^"”]{3,120})["”]/u,
  /\b(?:the|that|my|our) ([\p{L}\p{N}' -]{2,80}?) (?:request|rfd|ticket|submission)\b/iu,
  /\b(?:request|rfd|ticket|submission) (?:about|for|on|with) ([\p{L}\p{N}' -]{2,80}?) (?:be|get|take|is|was)\b/iu,
]

/** "my tariff request", "my request about the tariff": one that the asker submitted. */
const MINE = /\bmy (?:[\p{L}\p{N}-]+ ){0,4}(?:request|rfd|ticket|submission)\b/iu

/** Hits checked for a single match. */
const MAX_TITLES = 50

/** Words that may name a request by its title. */
interface Named {
  words: string[]
  /** they name a request for certain, so that several with these words are offered */
  isRequest: boolean
}

/**
 * The only request that is named by words of its title: "when is the tariff schedule due", "status of my X-ray request".
 * Of several, asks which. What is to come is asked of open ones first, even with words that the grammar knows ("number").
 */
export async function answerNamed(
  context: AnswerContext,
  question: string,
  read: ReadQuestion,
  isAhead = false,
): Promise<Response | null> {
  if (read.numbers.length > 0) return null
  for (const { words, isRequest } of [leftIn(question, read), ...(isAhead ? [spelledIn(question)] : [])]) {
    const byTitle = await titledWith(context, question, words)
    const open = isAhead ? byTitle.filter(({ status }) => isOpen(status)) : []
    const [one, ...others] = open.length > 0 ? open : byTitle
    if (one && others.length === 0) {
      const answer = await (CHANGED.test(question) ? changesOf : describeRequests)(context, [one.requestId])
      return responseOf(context, answer, { ...read, query: null, leftOut: [], corrections: [] })
    }
    if (one && isRequest) return askWhichTitled(context, [one, ...others])
  }
  return null
}

/** The words that no rule used, of a question about the state of one thing. */
function leftIn(question: string, read: ReadQuestion): Named {
  // "When is my X-ray request due?": only the words asked for are left, and the topic names the request.
  const isRequest = !read.isGuide && read.isLooseTopic && read.leftOut.length > 0
  const unexplained = read.isGuide || isRequest ? [...read.leftOut, read.topic ?? ''] : read.leftOut
  const words = titleWordsOf(unexplained.join(' ')).filter((word) => !ASKED.test(word))
  const isHowTo = read.isGuide && read.topic === undefined
  const isOther = isHowTo || !OF_ONE.test(fold(question)) || isOfMany(read) || isPassingWord(words, question)
  return { words: isOther ? [] : words, isRequest }
}

/** The words of a title as they are typed, whatever else the grammar reads in them. */
function spelledIn(question: string): Named {
  const typed = SPELLED.map((pattern) => pattern.exec(question)?.[1]).find((match) => match)
  return { words: titleWordsOf(typed ?? ''), isRequest: true }
}

/** Requests with these words in their titles, the newest first; the grammar's words alone name none. */
async function titledWith({ deps, actor }: AnswerContext, question: string, words: readonly string[]) {
  if (words.every((word) => deps.vocabulary.isGrammarWord(word))) return []
  const requester = MINE.test(question) ? { requester: 'me' } : {}
  const { requests } = await listRequests(deps, actor, { search: words.join(' '), limit: MAX_TITLES, ...requester })
  return requests.filter(({ title }) => hasWords(title, words))
}

/** "the status of my tariff request", of several. */
export function askWhichTitled(context: AnswerContext, requests: readonly ServiceRequest[]): Response {
  const count = requests.length === MAX_TITLES ? `At least ${MAX_TITLES}` : requests.length
  const more = requests.length > MAX_OFFERED ? ` The newest ${MAX_OFFERED} are below.` : ''
  return askWhich(context, requests, `${count} requests may be meant. Which one?${more}`)
}

/** "When will the backlog be empty", "is there an app for my phone": a single word that is not the subject. */
function isPassingWord([word, ...others]: readonly string[], question: string): boolean {
  if (/^\W*(?:is|are|was|were) there\b/i.test(question)) return true
  return (
    others.length === 0 &&
    word !== undefined &&
    !new RegExp(`\\b(?:the|that|this|my|our) (?:\\p{L}+[ -])?${word}`, 'iu').test(fold(question))
  )
}

function isOfMany({ query }: ReadQuestion): boolean {
  return query !== null && (query.measure !== 'list' || (query.group ?? query.compare ?? query.limit) !== undefined)
}

export function hasWords(title: string, words: readonly string[]): boolean {
  const own = wordsOf(title).map(stemOf)
  return words.every((word) => own.includes(stemOf(word)))
}

/** The words of a text that may stand in a title. */
export function titleWordsOf(text: string): string[] {
  return wordsOf(text).filter((word) => !PLAIN_WORDS.has(word) && !/^(?:ones?|requests?|about|regarding)$/.test(word))
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
}

function stemOf(word: string): string {
  return word.replace(/(?<=\p{L}{3})(?:ies|es|s)$/u, '')
}
