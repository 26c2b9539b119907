import { fold } from '../../shared/fold.ts'
import { listRequests } from '../requests/list/service.ts'
import { describeRequests, CHANGED, changesOf } from './answers/one-request.ts'
import type { AnswerContext } from './answer-context.ts'
import { PLAIN_WORDS } from './grammar/plain-words.ts'
import type { ReadQuestion } from './reading/read.ts'
import { type Response, responseOf } from './responses.ts'

/** Questions about the state of one thing, named with "the" or "my". */
const OF_ONE =
  /^\W*(?:(?:and|so|please|do you know|tell me) )*(?:(?:the |current )*(?:status|state)|when|who|whos|whose|where|what(?: is|s)? (?:about|up|happening|happened|the (?:status|state))|any(?:thing)? (?:new|news|progress|update|updates|movement)|how (?:far|is)|is|was|has|did)\b.*\b(?:the|that|this|my|our)\b/u

/** Words for what a request's description contains. */
const ASKED =
  /^(?:status|states?|due|deadline|news?|progress|updates?|far|thing|things|happen\w*|movement|finish\w*|done|ready|start\w*|assign\w*|work\w*|handl\w*|owner|assignee|requester|ask\w*|request\w*|submit\w*|creat\w*|stand|stands|moving|moved|go|going|went|come|coming|came|put|up|down|out|yet|already|mean|meant|about|regarding)$/u

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
  const unexplained = read.isGuide && read.topic !== undefined ? [...read.leftOut, read.topic] : read.leftOut
  const words = wordsOf(unexplained.join(' ')).filter((word) => !PLAIN_WORDS.has(word) && !ASKED.test(word))
  if (words.every((word) => deps.vocabulary.isGrammarWord(word)) || isPassingWord(words, question)) return null
  const { requests } = await listRequests(deps, actor, { search: words.join(' '), limit: MAX_TITLES })
  const [one, ...others] = requests.filter(({ title }) => hasWords(title, words))
  if (!one || others.length > 0) return null
  return responseOf(context, await (CHANGED.test(question) ? changesOf : describeRequests)(context, [one.requestId]), {
    ...read,
    query: null,
    leftOut: [],
    corrections: [],
  })
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
