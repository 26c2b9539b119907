import { quoteFileName } from './documents/file-names.ts'
import { foreignSentence } from './answers/languages.ts'
import type { AnswerContext } from './answer-context.ts'
import { choicesOf } from './choices.ts'
import { chosenResponse } from './chosen.ts'
import { clausesOf, isAsideFigure, isEmptyClause, isQuestion, isStatement, namesFigure } from './reading/clauses.ts'
import { scopeOf } from './reading/merge-query.ts'
import { type ReadQuestion, readQuestion } from './reading/read.ts'
import { type Response, isOpen, quoted, plain, readingOf } from './responses.ts'
import { askBack } from './ask-back.ts'
import { respondToOne } from './one-question.ts'

/** Answers a message: the first two of its questions; the others are named as left out. */
export async function respond(asked: AnswerContext, message: string): Promise<Response> {
  const chosen = await chosenResponse(asked, message)
  if (chosen) return chosen
  // Only the next message may choose.
  const question = clausesOf(message).length === 1 ? message : undefined
  const context = { ...asked, question, topic: { ...asked.topic, offered: undefined } }
  const { vocabulary } = context.deps
  const foreign = foreignSentence(message, (word) => vocabulary.isWord(word))
  if (foreign) {
    const { text, lang, dir } = foreign
    const choices = choicesOf([], null, context.isManager, (id) => id)
    return {
      ...plain(context, text, 'asked-back'),
      reading: { ...readingOf(context, 'asked-back'), choices, language: { lang, dir } },
    }
  }
  return respondToClauses(context, await quoteFileName(context, message.replace(TURNING, '') || message))
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

/** An answer and the clauses that it leaves out, in the order of the message. */
interface Answered {
  answer: Response
  left: readonly string[]
}

async function respondToSome(context: AnswerContext, message: string, read: readonly string[]): Promise<Answered> {
  const clauses = read.map((clause) => withoutPreamble(context, clause))
  const isAsking = askingAmong(context, clauses)
  const asked = clauses.length < 2 ? clauses : clauses.filter((_, i) => isAsking[i])
  const said = clauses.length < 2 ? [] : clauses.filter((clause, i) => !isAsking[i] && saysSomething(context, clause))
  const [first = message, second, ...others] = asked
  const among = (parts: readonly string[]) => inOneSentence(clauses.filter((clause) => parts.includes(clause)))
  if (second === undefined) return respondToAll(context, first, said, among([first, ...said]))
  if (isMoreOf(context, first, second))
    return { answer: await respondToOne(context, among([first, second, ...said])), left: others }
  const answer = await respondToOne(context, first)
  const isNarrower = isWider(context, first, second)
  if (isNarrower) return { answer: await respondToOne(context, second), left: [first, ...others, ...said] }
  const next = await respondToOne(
    followUpContext(context, message, answer, second),
    withPeriod(context, first, second),
    true,
  )
  const { answer: joint, left } = joinAnswers(answer, next, [first, second, ...others])
  return { answer: joint, left: [...left, ...said] }
}

/** "Show me pending requests. Only compliance." is one question: the statement narrows it. */
async function respondToAll(
  context: AnswerContext,
  asked: string,
  said: readonly string[],
  whole: string,
): Promise<Answered> {
  if (said.length === 0) return { answer: await respondToOne(context, asked), left: [] }
  // "Completed requests per person and their average time": complete without the second figure, which is named as left out.
  if (said.every(isAsideFigure) && readOf(context, whole).leftOut.length > 0)
    return { answer: await respondToOne(context, asked), left: said }
  // Joined after "about", the statement's words would become search words.
  if (readOf(context, whole).topic === readOf(context, asked).topic)
    return { answer: await respondToOne(context, whole), left: [] }
  return { answer: await askBack(context, { ...readOf(context, asked), leftOut: [...said] }, null), left: [] }
}

function readOf({ deps, people, today, topic }: AnswerContext, text: string): ReadQuestion {
  return readQuestion(text, { vocabulary: deps.vocabulary, people, today, before: topic.query })
}

function inOneSentence(clauses: readonly string[]): string {
  return clauses.map((clause) => clause.replace(/[?.!\s]+$/, '')).join(', ')
}

/**
 * Which clauses are questions. A statement beside a question is none ("I have a meeting with Elena. What is …?"), and a
 * later clause without its own subject narrows the question.
 */
function askingAmong(context: AnswerContext, clauses: readonly string[]): boolean[] {
  const isAsking = clauses.map((clause) => asksSomething(context, clause))
  const isSure = clauses.map((clause, i) => isAsking[i]! && !isStatement(clause))
  const first = isSure.indexOf(true)
  if (first < 0) return isAsking
  return clauses.map((clause, i) => isSure[i]! && (i <= first || isQuestion(clause) || asksOnItsOwn(context, clause)))
}

function asksOnItsOwn(context: AnswerContext, clause: string): boolean {
  return readOf(context, clause).hasSubject || namesFigure(clause, context.deps.vocabulary.lexicon)
}

/** A clause that names a value, a time, a figure or an exception cannot be passed over. */
function saysSomething({ deps, people, today }: AnswerContext, clause: string): boolean {
  const { vocabulary } = deps
  // "I am preparing my slides": the first person restricts nothing.
  const { strength, period } = readQuestion(clause.replace(/\b(?:i|my|me)\b/gi, ''), { vocabulary, people, today })
  return (
    strength > 0 ||
    period !== undefined ||
    namesFigure(clause, vocabulary.lexicon) ||
    /^(how|which|who|what|when)\b/i.test(clause)
  )
}

/** "Sort them by due date and give me the top 3": the second clause only refines the first. */
function isMoreOf(context: AnswerContext, first: string, second: string): boolean {
  const before = context.topic.query ?? readOf(context, first).query ?? undefined
  const { deps, people, today } = context
  const next = readQuestion(second, { vocabulary: deps.vocabulary, people, today, before })
  if (before?.measure !== 'list' || next.query?.measure !== 'list' || !next.isFollowUp || next.hasSubject) return false
  return JSON.stringify(next.query.filter) === JSON.stringify(before.filter)
}

/** "How many open and how many overdue requests does IT have?": the first is about IT, too, but only the second names it. */
function isWider({ deps, people, today, topic }: AnswerContext, first: string, second: string): boolean {
  const read = (clause: string) =>
    readQuestion(clause, { vocabulary: deps.vocabulary, people, today, before: topic.query })
  const [one, other] = [read(first), read(second)]
  if (one.hasSubject || !other.hasSubject || !one.query || !other.query || one.isFollowUp) return false
  const [filter, scope] = [one.query.filter, scopeOf(other.query).filter]
  return Object.keys(scope).some((key) => filter[key as keyof typeof scope] === undefined)
}

/** A new sentence is a follow-up to the one before; within one sentence only person and place carry over. */
function followUpContext(context: AnswerContext, message: string, { topic }: Response, second: string): AnswerContext {
  const { deps, people, today } = context
  const read = readQuestion(second, { vocabulary: deps.vocabulary, people, today, before: topic.query })
  const isNew = /[.?!]\s*$/.test(message.slice(0, message.indexOf(second)))
  if (!topic.query || read.isFollowUp || isNew) return { ...context, topic }
  return { ...context, topic: { ...topic, query: scopeOf(topic.query) } }
}

/** "I'm preparing my slides and need to know, how many …": drops a preamble that asks nothing. */
function withoutPreamble(context: AnswerContext, clause: string): string {
  const [, head, tail] = /^(.+?),\s+(?=(?:how|which|who|what)\b)(.+)$/isu.exec(clause) ?? []
  if (head === undefined || tail === undefined || (asksSomething(context, head) && !isMereStatement(context, head)))
    return clause
  // "and of those, how many …" refers to the previous requests.
  if (/\b(?:those|these|them)\b/i.test(head)) return clause
  const { deps, people, today } = context
  const { strength, isStaged } = readQuestion(head, { vocabulary: deps.vocabulary, people, today })
  // "in Compliance, how many …" and "once work has started, how long …" restrict the question.
  return strength === 0 && !isStaged ? tail : clause
}

/** "The director wants a report, how do I …": a statement that asks for no requests. */
function isMereStatement(context: AnswerContext, head: string): boolean {
  const { query, numbers, command } = readOf(context, head)
  return isStatement(head) && query === null && numbers.length === 0 && command === undefined
}

/** Whether a clause asks anything, unlike greetings and reasons. */
function asksSomething({ deps, people, today, topic }: AnswerContext, clause: string): boolean {
  const read = readQuestion(clause, { vocabulary: deps.vocabulary, people, today, before: topic.query })
  const isQuestion = /\?\s*$/.test(clause) && !isEmptyClause(clause, deps.vocabulary.lexicon)
  return (
    isQuestion ||
    read.query !== null ||
    read.numbers.length > 0 ||
    read.command !== undefined ||
    read.isGuide ||
    read.isSimilar ||
    read.isSummary ||
    read.isWhy
  )
}

/** "What came in today, and what went out?": the period applies to both, if the second is about a past event. */
function withPeriod({ deps, people, today }: AnswerContext, first: string, second: string): string {
  const read = (text: string) => readQuestion(text, { vocabulary: deps.vocabulary, people, today })
  const { period } = read(first)
  const next = read(second)
  const { status } = next.query?.filter ?? {}
  const hasHappened = status?.length === 1 && ['completed', 'rejected', 'cancelled'].includes(status[0]!)
  const isOfThose = /\bof (?:them|those|these)\b/i.test(second)
  if (period === undefined || next.period !== undefined || !hasHappened || isOfThose) return second
  return `${second.replace(/[?.!\s]+$/, '')} ${period}`
}

/** Joins two answers; a question without an answer is left out. */
function joinAnswers(
  answer: Response,
  next: Response,
  [first, second, ...others]: readonly [string, string, ...string[]],
): Answered {
  if (isOpen(answer) && !isOpen(next)) return { answer: next, left: [first, ...others] }
  if (answer.reading.outcome !== 'answered' || isOpen(next)) return { answer, left: [second, ...others] }
  // "What is its status and who is working on it?": one description answers both.
  if (answer.text === next.text) return { answer, left: others }
  const joint = {
    ...next,
    text: `${answer.text}\n\n${next.text}`,
    parts: [...answer.parts, ...next.parts],
    reading: {
      ...next.reading,
      outcome: answer.reading.outcome,
      leftOut: [...answer.reading.leftOut, ...next.reading.leftOut],
    },
  }
  return { answer: joint, left: others }
}

/** Names the questions left out behind an answer. */
function withLeftOut(answer: Response, left: readonly string[]): Response {
  if (left.length === 0) return answer
  const questions = [...new Set(left.map((text) => text.replace(/[?.!\s]+$/, '')))]
  const each = questions.length === 1 ? 'that' : 'each'
  return {
    ...answer,
    text: `${answer.text}\n\nI left out ${quoted(questions)}: please ask ${each} by itself.`,
    suggestions: [...questions, ...answer.suggestions].slice(0, 3),
    reading: { ...answer.reading, leftOut: [...answer.reading.leftOut, ...questions] },
  }
}
