import type { AnswerPart } from '../../shared/assistant/messages.ts'
import type { AssistantQuery, Reading } from '../../shared/assistant/query.ts'
import { requestsInWords } from '../../shared/assistant/words.ts'
import { questionOf } from '../../shared/assistant/question-of.ts'
import type { Answer, Topic } from './answers/query-context.ts'
import { type AnswerContext, namesIn } from './answer-context.ts'
import { withoutUndefined } from '../../shared/assistant/without-undefined.ts'
import type { ReadQuestion } from './reading/read.ts'

export interface Response {
  text: string
  parts: AnswerPart[]
  topic: Topic
  reading: Reading
  /** questions that may follow */
  suggestions: string[]
}

export function isOpen({ reading }: Response): boolean {
  return reading.outcome === 'asked-back' || reading.outcome === 'unknown'
}

export const WHAT_I_KNOW = 'I know the status, people, dates, priority and department of each request.'

export const WHY = 'I can’t tell why: only the comments of each request may say that.'

export function quoted(texts: readonly string[]): string {
  return texts.map((text) => `“${text}”`).join(' and ')
}

/** Adds to an answer how the question was understood. */
export async function responseOf(context: AnswerContext, answer: Answer, read: ReadQuestion): Promise<Response> {
  const before = read.isEllipticalFollowUp && read.query ? context.topic.query : undefined
  const { people, inQuestions, inAnswers } = await namesIn(
    context,
    [read.query, before].filter((one) => one != null),
  )
  const all = read.isOldestOfOpen && read.query ? withoutStatus(read.query) : null
  const notes = [
    ...(read.leftOut.length > 0 ? [`I left out ${quoted(read.leftOut)}, so this may be more than you asked for.`] : []),
    ...read.corrections.map(({ typed, read: word }) => `I read “${typed}” as “${word}”.`),
    ...(before && Object.keys(before.filter).length > 0
      ? [`I stayed with the ${requestsInWords(before.filter, inAnswers)}.`]
      : []),
    ...(all ? ['I looked among the open requests only.'] : []),
    ...read.loose.map(({ word, as }) => `I took “${word}” as ${as}.`),
  ]
  const other = read.who.unsaid.length > 0 && read.query ? swapped(read.query) : null
  return {
    ...answer,
    text: [...notes, answer.text].join(' '),
    suggestions: [all, other].flatMap((one) => (one ? [questionOf(one, inQuestions)] : [])),
    reading: { ...readingOf(context, 'answered', read), query: read.query, people },
  }
}

/** The same question about requests in any state. */
function withoutStatus(query: AssistantQuery): AssistantQuery {
  return { ...query, filter: withoutUndefined({ ...query.filter, status: undefined }) }
}

/** The same question with requester and assignee swapped, where the role was not said. */
function swapped(query: AssistantQuery): AssistantQuery | null {
  const { assignee, ...rest } = query.filter
  return assignee ? { ...query, filter: { ...rest, requester: assignee } } : null
}

export function plain(context: AnswerContext, text: string, outcome: Reading['outcome']): Response {
  return {
    text,
    parts: [],
    topic: context.topic,
    suggestions: [],
    reading: readingOf(context, outcome),
  }
}

export function readingOf(
  { today }: AnswerContext,
  outcome: Reading['outcome'],
  read?: Pick<ReadQuestion, 'leftOut' | 'corrections'>,
): Reading {
  return {
    outcome,
    query: null,
    people: [],
    today,
    leftOut: read?.leftOut ?? [],
    corrections: read?.corrections ?? [],
    choices: [],
    language: null,
  }
}
