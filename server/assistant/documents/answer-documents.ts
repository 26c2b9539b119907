import { visibleTo } from '../../requests/visibility.ts'
import { findOne } from '../answers/one-request.ts'
import type { AnswerContext } from '../answer-context.ts'
import { plain, type Response } from '../responses.ts'
import type { DocumentQuestion } from './document-question.ts'
import { candidatesOf, type CandidateRow, type DocumentScope, idsWithWords } from './document-queries.ts'
import { findDocuments, sameFiles, topicStems } from './find-documents.ts'
import { answerSentence, attachments, nothingSaid, unreadSentence, wantedInWords } from './document-sentences.ts'
import { type QuestionAboutDocument, passagesPart } from './passages-part.ts'
import { quotationsFrom, MAX_SEARCHED_DOCUMENTS } from './quotations.ts'
import { isOnlyOfFact } from './document-intents.ts'
import { answerFound } from './answer-search.ts'
import { listedDocuments, askWhich } from './offered-documents.ts'

/** Requests whose documents are searched. */
const MAX_REQUESTS = 3

/** Passages quoted: for a topic the first few are enough. */
const MAX_QUOTED = { topic: 3, other: 20 }

/** Answers from the documents that the asker may see; their words appear only as quotations. */
export async function answerFromDocuments(context: AnswerContext, question: DocumentQuestion): Promise<Response> {
  const named = question.which.requests
  // A search reads the likeliest documents only, of however many requests.
  const requests = question.intent === 'find' ? named : named.slice(0, MAX_REQUESTS)
  const answer = await answerOfRequests(context, { ...question, which: { ...question.which, requests } })
  if (requests.length === named.length) return answer
  return { ...answer, text: `I looked only at the first ${MAX_REQUESTS} requests that you named. ${answer.text}` }
}

async function answerOfRequests(context: AnswerContext, question: DocumentQuestion): Promise<Response> {
  const within = await documentScope(context)
  const { which, intent } = question
  const { numbers, missing } = await numbersOf(context, which.requests)
  if (missing !== undefined)
    return plain(context, `There is no request ${missing.toUpperCase()} that you can see.`, 'answered')
  if (intent === 'find') return answerFound(context, within, question, numbers)
  const db = context.deps.db
  const spokenOf = which.isSame && context.topic.documentId !== undefined ? [context.topic.documentId] : []
  if (spokenOf.length > 0) {
    const [row] = await candidatesOf(db, within, spokenOf)
    if (row) return answerAbout(context, { question, row })
  }
  const { best, near } = await findDocuments(db, within, which, numbers)
  if (intent === 'list')
    return listedDocuments(
      context,
      question,
      best.map(({ row }) => row),
    )
  const files = sameFiles(best.map(({ row }) => row))
  const isAbout = files.length > 1 && question.topic !== '' && !isOnlyOfFact(question)
  const { kept, isWhole } = isAbout ? await saying(context, within, question, files) : { kept: files, isWhole: true }
  const [only, ...others] = kept
  if (only && others.length === 0) {
    const about = await answerAbout(context, { question, row: only[0]! })
    return { ...about, text: `${attachments([only])}${about.text}` }
  }
  if (only) return askWhich(context, question, kept, { isWhole })
  if (files.length > 0) {
    const searched = isWhole ? null : MAX_SEARCHED_DOCUMENTS
    return plain(context, nothingSaid(question, files.length, searched), 'answered')
  }
  const none = `I found no ${wantedInWords(which)} that you can see.`
  if (near.length === 0) return plain(context, none, 'answered')
  return askWhich(context, question, sameFiles(near.map(({ row }) => row)), { lead: `${none} ` })
}

export async function documentScope({
  deps,
  actor,
}: Pick<AnswerContext, 'actor'> & { deps: Pick<AnswerContext['deps'], 'settings'> }): Promise<DocumentScope> {
  const scope = visibleTo(actor, await deps.settings.policy())
  return { scope, actorId: actor.id, mayReadDocuments: actor.permissions.has('ai.documents') }
}

/** Whether words that no other reader understood are the sender or the subject of a document. */
export async function isOfSomeDocument(context: AnswerContext, question: DocumentQuestion): Promise<boolean> {
  const { best } = await findDocuments(context.deps.db, await documentScope(context), question.which, null)
  return best.length > 0
}

/** The running numbers of the named requests, null without any; `missing` is the first one that is not visible. */
async function numbersOf(
  context: AnswerContext,
  typed: readonly string[],
): Promise<{ numbers: number[] | null; missing?: string | undefined }> {
  if (typed.length === 0) return { numbers: null }
  const requests = await Promise.all(typed.map((one) => findOne(context, one)))
  // RFD-<year>-<running number>
  const numbers = requests.flatMap((one) => (one ? [Number(one.requestId.split('-')[2])] : []))
  return { numbers, missing: typed[requests.indexOf(null)] }
}

/** Those of several matching documents that say something about the topic; `isWhole` if all likely ones were read. */
async function saying(
  context: AnswerContext,
  within: DocumentScope,
  { topic }: DocumentQuestion,
  fitting: readonly CandidateRow[][],
) {
  const words = topicStems(topic)
  // The search index has no words of two letters.
  const isIndexed = words.every((word) => word.length > 2)
  const ids = isIndexed ? new Set(await idsWithWords(context.deps.db, within, words)) : null
  const likely = fitting.filter((rows) =>
    rows.some((row) => ids === null || ids.has(row.id) || row.request_number === null),
  )
  const mentioning = []
  for (const rows of likely.slice(0, MAX_SEARCHED_DOCUMENTS)) {
    const { quotations } = await quotationsFrom(context, rows[0]!, { intent: 'topic', topic })
    if (quotations.length > 0) mentioning.push(rows)
  }
  return { kept: mentioning, isWhole: likely.length <= MAX_SEARCHED_DOCUMENTS }
}

async function answerAbout(context: AnswerContext, asked: QuestionAboutDocument): Promise<Response> {
  const { row, question } = asked
  const topic = { requestId: row.request_id ?? undefined, documentId: row.id }
  const unread = unreadSentence(row)
  if (unread !== null) return { ...plain(context, unread, 'answered'), topic }
  const { intent } = question
  if (intent === 'find' || intent === 'list') throw new Error(`${intent} asks of no single document`)
  const { quotations, cutAfter } = await quotationsFrom(context, row, { intent, topic: question.topic })
  const most = intent === 'topic' ? MAX_QUOTED.topic : MAX_QUOTED.other
  const shown = quotations.slice(0, most)
  const text = answerSentence(asked, quotations, shown.length, cutAfter)
  const parts = shown.length > 0 ? [passagesPart(shown.map((quotation) => ({ row, quotation })))] : []
  return { ...plain(context, text, 'answered'), parts, topic }
}
