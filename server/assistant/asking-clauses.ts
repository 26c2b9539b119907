import type { AnswerContext } from './answer-context.ts'
import { isEmptyClause, isQuestion, isStatement, namesFigure } from './reading/clauses.ts'
import { readAfter, readAlone } from './read-in-context.ts'

/**
 * Which clauses are questions. A statement beside a question is none ("I have a meeting with Elena. What is …?"), and a
 * later clause without its own subject narrows the question.
 */
export function askingAmong(context: AnswerContext, clauses: readonly string[]): boolean[] {
  const isAsking = clauses.map((clause) => asksSomething(context, clause))
  const isSure = clauses.map((clause, i) => isAsking[i]! && !isStatement(clause))
  const first = isSure.indexOf(true)
  if (first < 0) return isAsking
  return clauses.map((clause, i) => isSure[i]! && (i <= first || isQuestion(clause) || asksOnItsOwn(context, clause)))
}

function asksOnItsOwn(context: AnswerContext, clause: string): boolean {
  return readAfter(context, clause).hasSubject || namesFigure(clause, context.deps.vocabulary.lexicon)
}

/** A clause that names a value, a time, a figure or an exception cannot be passed over. */
export function saysSomething(context: AnswerContext, clause: string): boolean {
  // "I am preparing my slides": the first person restricts nothing.
  const { strength, period } = readAlone(context, clause.replace(/\b(?:i|my|me)\b/gi, ''))
  return (
    strength > 0 ||
    period !== undefined ||
    namesFigure(clause, context.deps.vocabulary.lexicon) ||
    /^(how|which|who|what|when)\b/i.test(clause)
  )
}

/** "I'm preparing my slides and need to know, how many …": drops a preamble that asks nothing. */
export function withoutPreamble(context: AnswerContext, clause: string): string {
  const [, head, tail] = /^(.+?),\s+(?=(?:how|which|who|what)\b)(.+)$/isu.exec(clause) ?? []
  if (head === undefined || tail === undefined || (asksSomething(context, head) && !isMereStatement(context, head)))
    return clause
  // "and of those, how many …" refers to the previous requests.
  if (/\b(?:those|these|them)\b/i.test(head)) return clause
  const { strength, isStaged } = readAlone(context, head)
  // "in Compliance, how many …" and "once work has started, how long …" restrict the question.
  return strength === 0 && !isStaged ? tail : clause
}

/** "The director wants a report, how do I …": a statement that asks for no requests. */
function isMereStatement(context: AnswerContext, head: string): boolean {
  const { query, numbers, command } = readAfter(context, head)
  return isStatement(head) && query === null && numbers.length === 0 && command === undefined
}

/** Whether a clause asks anything, unlike greetings and reasons. */
function asksSomething(context: AnswerContext, clause: string): boolean {
  const read = readAfter(context, clause)
  const isQuestion = /\?\s*$/.test(clause) && !isEmptyClause(clause, context.deps.vocabulary.lexicon)
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
