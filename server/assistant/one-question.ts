import type { AssistantQuery } from '../../shared/assistant/query.ts'
import { maySee, ONLY_MANAGERS } from './answers/across-people.ts'
import { queryAnswer } from './answers/query.ts'
import { type AnswerContext, namesIn } from './answer-context.ts'
import { type ReadQuestion, readQuestion } from './reading/read.ts'
import { unknowableIn } from './reading/unknowable.ts'
import { type Response, plain, readingOf } from './responses.ts'
import { answerDirectly } from './direct.ts'
import { publishedResponse } from './published.ts'
import { answerData, isAttachments, isData, unknowableSentence } from './data.ts'
import { answerGuide } from './guided.ts'
import { askBack } from './ask-back.ts'
import { answerFromDocuments, isOfSomeDocument } from './documents/answer-documents.ts'
import { type DocumentQuestion, readDocumentQuestion } from './documents/document-question.ts'
import { readFallbackQuestion } from './documents/fallback-question.ts'
import { kindOf } from './documents/kinds.ts'
import { answerNamed } from './named.ts'
import { ownStateResponse } from './own-request.ts'

/** Answers a structured query. */
export async function respondToQuery(context: AnswerContext, query: AssistantQuery): Promise<Response> {
  if (query.group && !maySee(context, query.group, query.filter)) return plain(context, ONLY_MANAGERS, 'refused')
  const { people, inAnswers } = await namesIn(context, [query])
  const answer = await queryAnswer({ ...context, query, nameOf: inAnswers })
  return { ...answer, suggestions: [], reading: { ...readingOf(context, 'answered'), query, people } }
}

/** No document matches, and the word for it is ambiguous: it may not mean a document at all. */
function foundNoDocument({ text, reading, parts }: Response, { which }: DocumentQuestion): boolean {
  const isAskedFor = reading.outcome === 'answered' && parts.length === 0 && text.startsWith('I found no ')
  return isAskedFor && which.words.length > 0 && kindOf(which.kind)?.isLoose === true
}

/** "The status of the overdue requests": a list shows the status of each. */
function withoutStateWords(read: ReadQuestion): ReadQuestion {
  if (read.query?.measure !== 'list' || read.query.group) return read
  return { ...read, leftOut: read.leftOut.filter((words) => !/^(?:status|state|news|progress|updates?)$/i.test(words)) }
}

export async function respondToOne(context: AnswerContext, question: string, isJoined = false): Promise<Response> {
  const { deps, topic, people, today } = context
  const read = readQuestion(question, { vocabulary: deps.vocabulary, people, today, before: topic.query, isJoined })
  // "Show me the monthly report": the office's report, not an attached document.
  const isReport = read.command === 'reports' && !read.isGuide
  const documentQuestion = isReport ? null : readDocumentQuestion(question, today, topic.documentId !== undefined)
  if (documentQuestion) {
    const answer = await answerFromDocuments(context, documentQuestion)
    // "who gets the weekly report": the word may mean something other than a document.
    if (!foundNoDocument(answer, documentQuestion)) return answer
    return askBack(context, { ...read, query: null }, await deps.ai.understand(question), answer.text)
  }
  const state = await ownStateResponse(context, question, read)
  if (state) return state
  const direct = await answerDirectly(context, question, read)
  if (direct) return direct
  const named = await answerNamed(context, question, read)
  if (named) return named
  if (read.isStep && read.strength <= 2) return publishedResponse(context)
  if (isData(read)) return answerData(context, question, withoutStateWords(read), null)
  const understood = await deps.ai.understand(question)
  const guide = await answerGuide(context, question, read, understood)
  if (guide) return guide
  if (read.query && !read.isGuide && read.strength > 0) return answerData(context, question, read, understood)
  // "requests with attachments": nothing else to answer from.
  const unknowable = read.isGuide ? undefined : unknowableIn(read.leftOut)
  if (unknowable !== undefined && isAttachments(unknowable))
    return plain(context, unknowableSentence(unknowable), 'refused')
  const loose = readFallbackQuestion(question, today)
  if (loose && (await isOfSomeDocument(context, loose))) return answerFromDocuments(context, loose)
  return askBack(context, read, understood)
}
