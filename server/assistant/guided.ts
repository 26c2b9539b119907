import type { Understood } from '../../engine/intents.ts'
import type { Answer } from './answers/query-context.ts'
import { describeNewest } from './answers/one-request.ts'
import { summaryAnswer } from './answers/summary.ts'
import type { AnswerContext } from './answer-context.ts'
import { capabilities, forOffice, GUIDE } from './guide.ts'
import { ownRequestResponse } from './own-request.ts'
import type { ReadQuestion } from './reading/read.ts'
import { type Response, responseOf, plain } from './responses.ts'
import { publishedResponse } from './published.ts'
import { GUIDE_QUESTIONS, type GuideSubject, isGuideSubject } from '../../shared/assistant/guide-questions.ts'

/** Confidence from which on a guide text is given; below, it is offered. Tuned by cross-validation on the known questions. */
const SURE = 0.55

/** The same for a question about how something is done or what it means. */
const SURE_OF_HOW_TO = 0.3

/** "Why does it show 39", "is the backup running", "who is responsible for tariffs": no guide text knows the present state. */
const ASKS_FOR_STATE =
  /^\W*(?:(?:and|so|but|ok|hi|hello|please)\W+)*(?:why\b(?!.*\b(?:can'?t|cannot|can not|may not|not allowed|do(?:n't| not|nt)|i|me|my)\b)|(?:is|are|was|were) (?!it\b|there\b)(?:\S+ ){1,4}(?:\p{L}+ing|up|down|slow|broken|online|offline|ready|ok|okay|full|safe)\W*$|who(?:'s| is| are) (?!allowed|able|permitted|entitled|responsible for (?:the )?(?:accounts|users|settings)))/iu

/** The same for a question that asks for items: "which accounts are locked". */
const SURE_OF_OTHER = 0.75
const ASKS_FOR_NUMBER = /^\W*how (?:many|much)\b/i
const ASKS_FOR_THEM = /^\W*(?:which|how many|how much|list|who)\b/i

/** Factor of the confidence where a guide's subject covers none of the content words. */
const UNCOVERED = 0.25

/** A guide text, if the classifier is sure, the subject covers the words, and the grammar read nothing that it would miss. */
export async function answerGuide(
  context: AnswerContext,
  question: string,
  read: ReadQuestion,
  understood: Understood,
): Promise<Response | null> {
  const { label, text, sure } = likeliest(context, question, read, understood)
  // "requests with attachments" asks for requests, not for the guide.
  const isOfRequests = !read.isGuide && read.hasSubject && (read.leftOut.length > 0 || read.isStaged)
  const isOther = ASKS_FOR_NUMBER.test(question) || (!read.isGuide && ASKS_FOR_THEM.test(question))
  const needed = isOther ? SURE_OF_OTHER : read.isGuide ? SURE_OF_HOW_TO : SURE
  if (sure < needed || isOfRequests || isNarrowed(read) || ASKS_FOR_STATE.test(question)) return null
  if ((label === 'thanks' || label === 'greeting') && !POLITE.test(question)) return null
  const respondWith = (answer: Pick<Answer, 'text' | 'parts'>) => ({
    ...plain(context, answer.text, 'answered'),
    parts: answer.parts,
  })
  if (label === 'capabilities') return respondWith({ text: capabilities(context.isManager), parts: [] })
  if (label === 'request-status' && read.numbers.length === 0) return ownRequestResponse(context, read)
  if (label === 'rejected-why')
    return responseOf(context, await describeNewest(context, { status: ['rejected'] }), {
      ...read,
      query: null,
      leftOut: [],
    })
  if (label === 'review-duration' || label === 'estimate') return publishedResponse(context)
  if (label === 'summary' && read.strength === 0 && !read.isGuide)
    return responseOf(context, await summaryAnswer(context.actor, context.figures), {
      ...read,
      query: null,
      leftOut: [],
    })
  return text === '' ? null : respondWith({ text: forOffice(text, context.departments), parts: [] })
}

/** Whether the query has a period or a duration, which no guide text answers. */
function isNarrowed({ query }: ReadQuestion): boolean {
  return Object.keys(query?.filter ?? {}).some((key) => /(?:From|To|Overdue|Taken)$/.test(key))
}

/** Subjects that the classifier confuses with others: deleting a file with Document AI, reopening with cancelling. */
const BY_WORDS: readonly [RegExp, GuideSubject][] = [
  [/\b(?:delete|remove)\b(?!.*\bread\b|.*\bdocument ai\b).*\b(?:documents?|files?|attachments?)\b/i, 'attachments'],
  [/\bre-?open(?:ed|ing)?\b/i, 'handle-request'],
]

interface Candidate {
  label: string
  text: string
  sure: number
}

/** The classifier's subject, discounted by the words that it doesn't cover; for how-to questions the surest guide text. */
function likeliest(context: AnswerContext, question: string, read: ReadQuestion, understood: Understood): Candidate {
  const named = read.isGuide ? BY_WORDS.find(([words]) => words.test(question))?.[1] : undefined
  if (named) return { label: named, text: GUIDE[named], sure: 1 }
  const candidates = guided(read, understood).map(({ label, confidence }) => {
    const text = Object.entries(GUIDE).find(([subject]) => subject === label)?.[1] ?? ''
    const covered = SOCIAL.has(label)
      ? 1
      : context.deps.vocabulary.subjects.coverageOf(question, label, `${headOf(label)} ${text}`)
    return { label, text, sure: confidence * (UNCOVERED + (1 - UNCOVERED) * covered) }
  })
  return candidates.reduce((best, one) => (one.sure > best.sure ? one : best))
}

function headOf(label: string): string {
  return isGuideSubject(label) ? GUIDE_QUESTIONS[label] : ''
}

/** For how-to questions only guide texts are candidates. */
function guided(read: ReadQuestion, understood: Understood): { label: string; confidence: number }[] {
  const { label, confidence, alternatives } = understood
  if (!read.isGuide) return [{ label, confidence }]
  const guides = alternatives.filter(
    (one) =>
      Object.hasOwn(GUIDE, one.label) || (ANSWERED.has(one.label) && (one.label !== 'rejected-why' || read.isWhy)),
  )
  if (guides.length === 0) return [{ label, confidence }]
  return guides.map((one) => ({
    label: one.label,
    confidence: one.label === label ? confidence : one.probability,
  }))
}

/** Intents without typical content words. */
const SOCIAL = new Set(['greeting', 'thanks', 'capabilities'])

/** Required for thanks and greetings: the classifier alone may take "more" for one. */
const POLITE =
  /\b(?:thank\w*|thx|ty|cheers|appreciate\w*|great|perfect|super|good|nice|well|wonderful|helpful|help\w*|kind|bye|merci|ok|hi|hello|hey|morning|afternoon|evening|day|greetings|welcome|salam\w*|how are you)\b/i

const ANSWERED = new Set(['request-status', 'rejected-why', 'review-duration', 'estimate', 'capabilities'])
