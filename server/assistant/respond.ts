import { foreignSentence } from './answers/languages.ts'
import type { Asking } from './asking.ts'
import { choicesOf } from './choices.ts'
import { clausesOf, isEmptyClause, namesFigure } from './reading/clauses.ts'
import { scopeOf } from './reading/follow-up.ts'
import { readQuestion } from './reading/read.ts'
import { type Response, isOpen, quoted, plain, readingOf } from './responses.ts'
import { respondToOne } from './one-question.ts'

/** The answer to a message: of several questions in it the first two, and the others are named. */
export async function respond(asking: Asking, message: string): Promise<Response> {
  const { vocabulary } = asking.deps
  const foreign = foreignSentence(message, (word) => vocabulary.isWord(word))
  if (foreign) {
    const { text, lang, dir } = foreign
    const choices = choicesOf([], null, asking.isManager, (id) => id)
    return {
      ...plain(asking, text, 'asked-back'),
      reading: { ...readingOf(asking, 'asked-back'), choices, language: { lang, dir } },
    }
  }
  const clauses = clausesOf(message).map((clause) => withoutPreamble(asking, clause))
  const [first = message, second, ...others] =
    clauses.length < 2 ? clauses : clauses.filter((clause) => asksSomething(asking, clause))
  const answer = await respondToOne(asking, first)
  // "Completed requests per person and their average time": the figure without its requests is no question by itself.
  const lost = clauses.filter(
    (clause, i) =>
      i > 0 &&
      ![first, second, ...others].includes(clause) &&
      (namesFigure(clause, vocabulary.lexicon) || /^(how|which|who|what|when)\b/i.test(clause)),
  )
  if (second === undefined) return lost.length > 0 && !isOpen(answer) ? withLeftOut(answer, lost) : answer
  const isNarrower = isWider(asking, first, second)
  if (isNarrower) return withLeftOut(await respondToOne(asking, second), [first, ...others])
  const next = await respondToOne(goingOn(asking, message, answer, second), withPeriod(asking, first, second), true)
  return both(answer, next, [first, second, ...others])
}

/** "How many open and how many overdue requests does IT have?": the first is of IT too, which only the second says. */
function isWider({ deps, people, today, topic }: Asking, first: string, second: string): boolean {
  const read = (clause: string) =>
    readQuestion(clause, { vocabulary: deps.vocabulary, people, today, before: topic.query })
  const [one, other] = [read(first), read(second)]
  if (one.hasSubject || !other.hasSubject || !one.query || !other.query || one.isFollowUp) return false
  const [filter, scope] = [one.query.filter, scopeOf(other.query).filter]
  return Object.keys(scope).some((key) => filter[key as keyof typeof scope] === undefined)
}

/** In another sentence it goes on from the one before, in the same one only whose requests are meant stays. */
function goingOn(asking: Asking, message: string, { topic }: Response, second: string): Asking {
  const { deps, people, today } = asking
  const read = readQuestion(second, { vocabulary: deps.vocabulary, people, today, before: topic.query })
  const isNew = /[.?!]\s*$/.test(message.slice(0, message.indexOf(second)))
  if (!topic.query || read.isFollowUp || isNew) return { ...asking, topic }
  return { ...asking, topic: { ...topic, query: scopeOf(topic.query) } }
}

/** "I'm preparing my slides and need to know, how many …": the question alone, where what goes before asks nothing. */
function withoutPreamble(asking: Asking, clause: string): string {
  const [, head, tail] = /^(.+?),\s+(?=(?:how|which|who|what)\b)(.+)$/isu.exec(clause) ?? []
  if (head === undefined || tail === undefined || asksSomething(asking, head)) return clause
  const { deps, people, today } = asking
  const { strength, isStaged } = readQuestion(head, { vocabulary: deps.vocabulary, people, today })
  // "in Compliance, how many …" and "once work has started, how long …" say what is meant.
  return strength === 0 && !isStaged ? tail : clause
}

/** Greetings and reasons go before many a question; they ask nothing. */
function asksSomething({ deps, people, today, topic }: Asking, clause: string): boolean {
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

/** "What came in today, and what went out?": one time for both, where the second tells of something that happened. */
function withPeriod({ deps, people, today }: Asking, first: string, second: string): string {
  const read = (text: string) => readQuestion(text, { vocabulary: deps.vocabulary, people, today })
  const { period } = read(first)
  const next = read(second)
  const { status } = next.query?.filter ?? {}
  const hasHappened = status?.length === 1 && ['completed', 'rejected', 'cancelled'].includes(status[0]!)
  if (period === undefined || next.period !== undefined || !hasHappened) return second
  return `${second.replace(/[?.!\s]+$/, '')} ${period}`
}

/** Two answers as one; what the second question got no answer to is named. */
function both(
  answer: Response,
  next: Response,
  [first, second, ...others]: readonly [string, string, ...string[]],
): Response {
  if (isOpen(answer) && !isOpen(next)) return withLeftOut(next, [first, ...others])
  if (answer.reading.outcome !== 'answered' || isOpen(next)) return withLeftOut(answer, [second, ...others])
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
  return others.length === 0 ? joint : withLeftOut(joint, others)
}

/** An answer that names the questions that it leaves out. */
function withLeftOut(answer: Response, left: readonly string[]): Response {
  const questions = left.map((text) => text.replace(/[?.!\s]+$/, ''))
  return {
    ...answer,
    text: `${answer.text}\n\nI left out ${quoted(questions)}: please ask that by itself.`,
    suggestions: [...questions, ...answer.suggestions].slice(0, 3),
    reading: { ...answer.reading, leftOut: [...answer.reading.leftOut, ...questions] },
  }
}
