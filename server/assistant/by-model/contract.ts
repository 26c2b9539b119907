import { z } from 'zod'
import type { AssistantQuery } from '../../../shared/assistant/query.ts'
import { fold } from '../../../shared/fold.ts'
import type { Mask } from '../../ai/language-model/mask.ts'
import type { AnswerContext } from '../answer-context.ts'
import { GUIDE_QUESTIONS, type GuideSubject } from '../../../shared/assistant/guide-questions.ts'
import type { PeopleMarks } from './people-marks.ts'
import { roundTrip } from './round-trip.ts'
import { WrittenQuery } from './written-query.ts'

// The keys of a constant are exactly those of its type.
const SUBJECTS = Object.keys(GUIDE_QUESTIONS) as GuideSubject[]

/** A model's reading of a question. It contains no text for people: the answer is composed here. */
const Written = z.strictObject({
  asksFor: z.enum(['requests', 'similar', 'summary', 'guide', 'nothing']),
  query: z.nullish(WrittenQuery),
  similarTo: z.nullish(z.string().max(200)),
  subject: z.nullish(z.enum(SUBJECTS)),
  leftOut: z.array(z.string().max(200)).max(10),
})

/** A model's reading, checked by the grammar. */
export type ReadByModel =
  | { asksFor: 'requests'; query: AssistantQuery; leftOut: string[] }
  | { asksFor: 'similar'; similarTo: string; leftOut: string[] }
  | { asksFor: 'guide'; subject: GuideSubject; leftOut: string[] }
  | { asksFor: 'summary' | 'nothing'; leftOut: string[] }

interface Given {
  answerContext: AnswerContext
  mask: Mask
  marks: PeopleMarks
  question: string
  /** texts sent besides the question; search words may come from them, too */
  context: readonly string[]
}

/** The contract for one question: only its own words and people, and only queries that the grammar can express. */
export function contractFor({ answerContext, mask, marks, question, context }: Given): z.ZodType<ReadByModel> {
  const known = new Set(wordsOf([question, ...context].join(' ')))
  const isKnown = (text: string) => {
    const words = wordsOf(text)
    return words.length > 0 && words.every((word) => known.has(word))
  }
  const folded = fold(question)

  function queryOf(written: AssistantQuery): AssistantQuery | null {
    const query = marks.show(withSearchShown(written, mask))
    const searches = query ? [query.filter, query.of, ...(query.compare ?? [])].flatMap((one) => one?.search ?? []) : []
    if (!query || !searches.every(isKnown)) return null
    return roundTrip(answerContext, query, (id, of) =>
      of === 'department' ? answerContext.departments.nameOf(id) : marks.nameOf(id),
    )
  }

  return Written.transform((written, context): ReadByModel => {
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    const { asksFor, subject } = written
    const leftOut = written.leftOut.map((words) => mask.show(words).trim()).filter(Boolean)
    if (!leftOut.every((words) => folded.includes(fold(words)))) return refuse('these words are not in the question')
    if (asksFor === 'requests') {
      const query = written.query && queryOf(written.query)
      return query ? { asksFor, query, leftOut } : refuse('this cannot be asked')
    }
    if (asksFor === 'similar') {
      const similarTo = mask.show(written.similarTo ?? '').trim()
      return isKnown(similarTo) ? { asksFor, similarTo, leftOut } : refuse('these words are not in the question')
    }
    if (asksFor === 'guide') return subject ? { asksFor, subject, leftOut } : refuse('no subject is named')
    return { asksFor, leftOut }
  })
}

function withSearchShown(query: AssistantQuery, mask: Mask): AssistantQuery {
  const { search } = query.filter
  return search === undefined ? query : { ...query, filter: { ...query.filter, search: mask.show(search) } }
}

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}
