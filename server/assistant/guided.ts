import type { Understood } from '../../engine/intents.ts'
import type { Answer } from './answers/asked.ts'
import { aboutLast } from './answers/one-request.ts'
import { summaryAnswer } from './answers/summary.ts'
import type { Asking } from './asking.ts'
import { capabilities, GUIDE } from './guide.ts'
import { ownRequestResponse } from './own-request.ts'
import type { ReadQuestion } from './reading/read.ts'
import { type Response, responseOf, plain } from './responses.ts'
import { publishedResponse } from './published.ts'

/** From here on a guide text is sure enough to be given; below it, it is offered. */
const SURE = 0.55

/** The same for a question of how something is done or what it means; from 0.3 to 0.4 our own questions fare alike. */
const SURE_OF_HOW_TO = 0.4

/** The same, where words were left out. */
const SURE_OF_OTHER = 0.9

/** A guide text, where the classifier is sure and nothing was read that it would not answer. */
export async function answerGuide(
  asking: Asking,
  question: string,
  read: ReadQuestion,
  understood: Understood,
): Promise<Response | null> {
  const { label, confidence } = guided(read, understood)
  // What names something that no guide text speaks of is about requests.
  const isElsewhere = !read.isGuide && (read.leftOut.length > 0 || read.isStaged)
  const needed = isElsewhere ? SURE_OF_OTHER : read.isGuide ? SURE_OF_HOW_TO : SURE
  // "requests with attachments" asks for requests.
  const isOfRequests = isElsewhere && read.hasSubject
  if (confidence < needed || isOfRequests || isNarrowed(read)) return null
  // Their answers tell of the asker's own request, whatever else is wanted of one.
  const isOfOwn = label === 'request-status' || label === 'rejected-why'
  if (isOfOwn && !asking.deps.vocabulary.isAboutGuide(question, label, '')) return null
  const respondWith = (answer: Pick<Answer, 'text' | 'parts'>) => ({
    ...plain(asking, answer.text, 'answered'),
    parts: answer.parts,
  })
  if (label === 'capabilities') return respondWith({ text: capabilities(asking.isManager), parts: [] })
  if (label === 'request-status' && read.numbers.length === 0) return ownRequestResponse(asking, read)
  if (label === 'rejected-why')
    return responseOf(asking, await aboutLast(asking, { status: ['rejected'] }), { ...read, query: null, leftOut: [] })
  if (label === 'review-duration' || label === 'estimate') return publishedResponse(asking)
  if (label === 'summary' && read.strength === 0)
    return responseOf(asking, await summaryAnswer(asking.actor, asking.figures), { ...read, query: null, leftOut: [] })
  const text = Object.hasOwn(GUIDE, label) ? GUIDE[label]! : null
  if (text === null || !asking.deps.vocabulary.isAboutGuide(question, label, text)) return null
  return respondWith({ text, parts: [] })
}

/** No guide text tells of requests of some time or some length. */
function isNarrowed({ query }: ReadQuestion): boolean {
  return Object.keys(query?.filter ?? {}).some((key) => /(?:From|To|Overdue|Taken)$/.test(key))
}

/** Where a question is about how something is done, only guide texts are among the answers. */
function guided(read: ReadQuestion, understood: Understood): { label: string; confidence: number } {
  if (!read.isGuide) return understood
  const guides = understood.alternatives.filter(({ label }) => Object.hasOwn(GUIDE, label) || ANSWERED.has(label))
  const [best] = guides
  if (!best) return understood
  return best.label === understood.label ? understood : { label: best.label, confidence: best.probability }
}

const ANSWERED = new Set(['request-status', 'rejected-why', 'review-duration', 'estimate', 'capabilities'])
