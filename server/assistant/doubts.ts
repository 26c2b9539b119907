import type { Understood } from '../../engine/intents.ts'
import type { AssistantQuery } from '../../shared/assistant/query.ts'
import { isGuideSubject } from '../../shared/assistant/guide-questions.ts'
import type { ReadQuestion } from './reading/read.ts'

/** From here on a classifier that hears a question about the product speaks against a thin reading. */
const HEARD_OTHERWISE = 0.24

/** "When will someone look at my request": a date is asked for, and requests or their number are no date. */
const ASKS_FOR_OTHER = /^\W*(?:(?:and|so|but|ok|okay|hi|hello|please|um|uh)\W+)*(when|where|who|whose|whom|why)\b/i

/** Up to here a reading accounts for too few of the words to be given as the answer. */
const TOO_LITTLE = 0.6

/**
 * Of so many words that were passed over, some said what is meant. What goes on from a question before may be short, and words
 * that are looked for are shown with what was found.
 */
export function isHalfRead({ shareRead, isFollowUp, topic }: ReadQuestion): boolean {
  return !isFollowUp && topic === undefined && shareRead <= TOO_LITTLE
}

/**
 * Whether the question word asks for something else than the answer would be: a time, a place or a person, where the query
 * only lists or counts requests. One request is told with all of these.
 */
export function isOtherThanAsked(question: string, { measure, group, limit, filter }: AssistantQuery): boolean {
  const isOfRequests = (measure === 'list' || measure === 'count') && group === undefined
  return isOfRequests && limit !== 1 && filter.search === undefined && ASKS_FOR_OTHER.test(question)
}

/**
 * A second reader, which knows no grammar: where all that the query holds is that requests are the asker's, and the classifier
 * takes the question for one about the product, either may be right.
 */
export function isHeardOtherwise(read: ReadQuestion, { label, confidence }: Understood): boolean {
  return isThin(read) && isGuideSubject(label) && !FIELDS.has(label) && confidence >= HEARD_OTHERWISE
}

/** "My request" stands in questions about the product as often as in those about requests. */
export function isThin({ query, strength, isFollowUp }: ReadQuestion): boolean {
  const { requester, assignee } = query?.filter ?? {}
  return strength === 1 && !isFollowUp && (requester ?? assignee)?.join() === 'me'
}

/** Their names stand in questions about requests as often as in those about the product. */
const FIELDS: ReadonlySet<string> = new Set(['priority-meaning', 'status-meaning', 'departments'])
