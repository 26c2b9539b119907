import { quoteFileName } from './documents/file-names.ts'
import { foreignSentence } from './answers/languages.ts'
import type { AnswerContext } from './answer-context.ts'
import { choicesOf } from './choices.ts'
import { chosenResponse } from './chosen.ts'
import { clausesOf, isAsideFigure } from './reading/clauses.ts'
import { scopeOf } from './reading/merge-query.ts'
import { readAfter, readAlone } from './read-in-context.ts'
import { type Response, plain, readingOf } from './responses.ts'
import { askBack } from './ask-back.ts'
import { quotedTitleResponse } from './quoted-title.ts'
import { withCurlyQuotes } from './quotes.ts'
import { respondToOne } from './one-question.ts'
import { type Answered, joinAnswers, withLeftOut } from './join-answers.ts'
import { askingAmong, saysSomething, withoutPreamble } from './asking-clauses.ts'

/** Answers a message: the first two of its questions; the others are named as left out. */
export async function respond(asked: AnswerContext, message: string): Promise<Response> {
  const chosen = await chosenResponse(asked, message)
  if (chosen) return chosen
  // Only the next message may choose.
  const question = clausesOf(message).length === 1 ? message : undefined
  const context = { ...asked, question, topic: { ...asked.topic, offered: undefined } }
  const { vocabulary } = context.deps
  const text = withCurlyQuotes(message)
  const response = await quotedTitleResponse(context, text)
  if (response) return response
  const foreign = foreignSentence(message, (word) => vocabulary.isWord(word))
  if (foreign) {
    const { text, lang, dir } = foreign
    const choices = choicesOf([], null, context.isManager, (id) => id)
    return {
      ...plain(context, text, 'asked-back'),
      reading: { ...readingOf(context, 'asked-back'), choices, language: { lang, dir } },
    }
  }
  return respondToClauses(context, await quoteFileName(context, text.replace(TURNING, '') || text))
}

/** "Forget it, …", "no, …": words of correction, removed before parsing. */
const TURNING =
  /^\W*(?:(?:no|nope|sorry|wait|forget (?:it|that|about (?:it|that))|never ?mind|scrap that|i meant?|i mean to say)\s*[,.;:–-]+\s*|(?:no|sorry),? i meant? )+(?=\p{L})/iu

/** Clauses of a message that are read: each costs several readings on the event loop. */
const MAX_CLAUSES = 12

async function respondToClauses(context: AnswerContext, message: string): Promise<Response> {
  const all = clausesOf(message)
  const { answer, left } = await respondToSome(context, message, all.slice(0, MAX_CLAUSES))
  return withLeftOut(answer, [...left, ...all.slice(MAX_CLAUSES)])
}

async function respondToSome(context: AnswerContext, message: string, read: readonly string[]): Promise<Answered> {
  const clauses = read.map((clause) => withoutPreamble(context, clause))
  const isAsking = askingAmong(context, clauses)
  const questions = clauses.length < 2 ? clauses : clauses.filter((_, i) => isAsking[i])
  const statements =
    clauses.length < 2 ? [] : clauses.filter((clause, i) => !isAsking[i] && saysSomething(context, clause))
  const [first = message, second, ...others] = questions
  const among = (parts: readonly string[]) => inOneSentence(clauses.filter((clause) => parts.includes(clause)))
  if (second === undefined) return respondToAll(context, first, statements, among([first, ...statements]))
  if (isMoreOf(context, first, second))
    return { answer: await respondToOne(context, among([first, second, ...statements])), left: others }
  const answer = await respondToOne(context, first)
  const isNarrower = isWider(context, first, second)
  if (isNarrower) return { answer: await respondToOne(context, second), left: [first, ...others, ...statements] }
  const next = await respondToOne(
    followUpContext(context, message, answer, second),
    withPeriod(context, first, second),
    true,
  )
  const { answer: joint, left } = joinAnswers(answer, next, [first, second, ...others])
  return { answer: joint, left: [...left, ...statements] }
}

/** "Show me pending requests. Only compliance." is one question: the statement narrows it. */
async function respondToAll(
  context: AnswerContext,
  question: string,
  statements: readonly string[],
  whole: string,
): Promise<Answered> {
  if (statements.length === 0) return { answer: await respondToOne(context, question), left: [] }
  // "Completed requests per person and their average time": complete without the second figure, which is named as left out.
  if (statements.every(isAsideFigure) && readAfter(context, whole).leftOut.length > 0)
    return { answer: await respondToOne(context, question), left: statements }
  // Joined after "about", the statement's words would become search words.
  if (readAfter(context, whole).topic === readAfter(context, question).topic)
    return { answer: await respondToOne(context, whole), left: [] }
  return {
    answer: await askBack(context, { ...readAfter(context, question), leftOut: [...statements] }, null),
    left: [],
  }
}

function inOneSentence(clauses: readonly string[]): string {
  return clauses.map((clause) => clause.replace(/[?.!\s]+$/, '')).join(', ')
}

/** "Sort them by due date and give me the top 3": the second clause only refines the first. */
function isMoreOf(context: AnswerContext, first: string, second: string): boolean {
  const before = context.topic.query ?? readAfter(context, first).query ?? undefined
  const next = readAfter({ ...context, topic: { query: before } }, second)
  if (before?.measure !== 'list' || next.query?.measure !== 'list' || !next.isFollowUp || next.hasSubject) return false
  return JSON.stringify(next.query.filter) === JSON.stringify(before.filter)
}

/** "How many open and how many overdue requests does IT have?": the first is about IT, too, but only the second names it. */
function isWider(context: AnswerContext, first: string, second: string): boolean {
  const [one, other] = [readAfter(context, first), readAfter(context, second)]
  if (one.hasSubject || !other.hasSubject || !one.query || !other.query || one.isFollowUp) return false
  const [filter, scope] = [one.query.filter, scopeOf(other.query).filter]
  return Object.keys(scope).some((key) => filter[key as keyof typeof scope] === undefined)
}

/** A new sentence is a follow-up to the one before; within one sentence only person and place carry over. */
function followUpContext(context: AnswerContext, message: string, { topic }: Response, second: string): AnswerContext {
  const { isFollowUp } = readAfter({ ...context, topic }, second)
  const isNew = /[.?!]\s*$/.test(message.slice(0, message.indexOf(second)))
  if (!topic.query || isFollowUp || isNew) return { ...context, topic }
  return { ...context, topic: { ...topic, query: scopeOf(topic.query) } }
}

/** "What came in today, and what went out?": the period applies to both, if the second is about a past event. */
function withPeriod(context: AnswerContext, first: string, second: string): string {
  const { period } = readAlone(context, first)
  const next = readAlone(context, second)
  const { status } = next.query?.filter ?? {}
  const hasHappened = status?.length === 1 && ['completed', 'rejected', 'cancelled'].includes(status[0]!)
  const isOfThose = /\bof (?:them|those|these)\b/i.test(second)
  if (period === undefined || next.period !== undefined || !hasHappened || isOfThose) return second
  return `${second.replace(/[?.!\s]+$/, '')} ${period}`
}
