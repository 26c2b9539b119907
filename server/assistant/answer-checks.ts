import type { Understood } from '../../engine/intents.ts'
import type { AssistantQuery } from '../../shared/assistant/query.ts'
import { isGuideSubject } from '../../shared/assistant/guide-questions.ts'
import type { ReadQuestion } from './reading/read.ts'

/** Confidence from which on the classifier's intent about the product overrides a thin reading. */
const DISAGREEMENT_THRESHOLD = 0.24

/** "When will someone look at my request": asks for a date, which a list or count of requests is not. */
const ASKS_FOR_OTHER = /^\W*(?:(?:and|so|but|ok|okay|hi|hello|please|um|uh)\W+)*(when|where|who|whose|whom|why)\b/i

/** Share of the words up to which a reading covers too few of them to be given as the answer. */
const MIN_COVERAGE = 0.6

/**
 * Whether a reading ignores so many words that it may miss the point. Follow-ups may be short, and search words are shown
 * with their results.
 */
export function isLowCoverage({ coverage, isFollowUp, topic }: ReadQuestion): boolean {
  return !isFollowUp && topic === undefined && coverage <= MIN_COVERAGE
}

/**
 * Whether the question word asks for a time, a place or a person, but the query only lists or counts requests. A single
 * request is described with all of these.
 */
export function isAnswerTypeMismatch(question: string, { measure, group, limit, filter }: AssistantQuery): boolean {
  const isOfRequests = (measure === 'list' || measure === 'count') && group === undefined
  return isOfRequests && limit !== 1 && filter.search === undefined && ASKS_FOR_OTHER.test(question)
}

/**
 * The classifier as a second opinion: where the query says only that requests are the asker's, and the classifier sees a
 * question about the product, either may be right.
 */
export function classifierDisagrees(read: ReadQuestion, { label, confidence }: Understood): boolean {
  return isUnderspecified(read) && isGuideSubject(label) && !FIELDS.has(label) && confidence >= DISAGREEMENT_THRESHOLD
}

/** "My request" is as frequent in questions about the product as in those about requests. */
export function isUnderspecified({ query, strength, isFollowUp }: ReadQuestion): boolean {
  const { requester, assignee } = query?.filter ?? {}
  return strength === 1 && !isFollowUp && (requester ?? assignee)?.join() === 'me'
}

/** Intents whose names are as frequent in questions about requests as in those about the product. */
const FIELDS: ReadonlySet<string> = new Set(['priority-meaning', 'status-meaning', 'departments'])
