import type { Quotation } from '../../../engine/documents/answers/ask-document.ts'
import { visibleTo } from '../../requests/visibility.ts'
import { linkTo, listAddress } from '../answers/addresses.ts'
import { findOne } from '../answers/one-request.ts'
import type { AnswerContext } from '../answer-context.ts'
import { plain, readingOf, type Response } from '../responses.ts'
import type { DocumentQuestion } from './document-question.ts'
import { candidatesOf, type CandidateRow, type DocumentScope, idsWithWords } from './document-queries.ts'
import { findDocuments, sameFiles, topicStems } from './find-documents.ts'
import { answerSentence, attachments, nothingSaid, unreadSentence, wantedInWords } from './document-sentences.ts'
import { type QuestionAboutDocument, passagesPart, questionAbout } from './passages-part.ts'
import { quotationsFrom } from './quotations.ts'
import { isOnlyOfFact } from './document-intents.ts'

/** Documents offered as buttons. */
const MAX_CHOICES = 5
/** Documents quoted in one answer. */
const MAX_ANSWERING_DOCUMENTS = 5
/** Documents searched for a passage about a topic. */
const MAX_SEARCHED_DOCUMENTS = 12
/** Requests whose documents are searched. */
const MAX_REQUESTS = 3
/** Documents of a request that are listed. */
const MAX_LISTED = 20
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
    return listed(
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
  const found = await Promise.all(typed.map((one) => findOne(context, one)))
  // RFD-<year>-<running number>
  const numbers = found.flatMap((one) => (one ? [Number(one.requestId.split('-')[2])] : []))
  return { numbers, missing: typed[found.indexOf(null)] }
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
  const kept = []
  for (const rows of likely.slice(0, MAX_SEARCHED_DOCUMENTS)) {
    const { quotations } = await quotationsFrom(context, rows[0]!, { intent: 'topic', topic })
    if (quotations.length > 0) kept.push(rows)
  }
  return { kept, isWhole: likely.length <= MAX_SEARCHED_DOCUMENTS }
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

/** "Which documents mention tariff quotas?" */
async function answerFound(
  context: AnswerContext,
  within: DocumentScope,
  { topic, which }: DocumentQuestion,
  numbers: readonly number[] | null,
): Promise<Response> {
  const wanted = { ...which, words: [...which.words, ...topicStems(topic)] }
  const { best, others } = await findDocuments(context.deps.db, within, wanted, numbers)
  const rows = [...best, ...others].map(({ row }) => row).filter((row) => unreadSentence(row) === null)
  const found: { row: QuestionAboutDocument['row']; quotation: Quotation }[] = []
  for (const row of rows.slice(0, MAX_SEARCHED_DOCUMENTS)) {
    if (found.length >= MAX_ANSWERING_DOCUMENTS) break
    const { quotations } = await quotationsFrom(context, row, { intent: 'topic', topic })
    if (quotations[0]) found.push({ row, quotation: quotations[0] })
  }
  const [first, second] = found
  const isWhole = rows.length <= MAX_SEARCHED_DOCUMENTS
  const search = linkTo('Search All Requests', listAddress({ search: topic }))
  if (!first) {
    const none = `I found no ${wantedInWords(which)} about “${topic}” that you can see.`
    if (isWhole) return plain(context, none, 'answered')
    const note = `I read ${MAX_SEARCHED_DOCUMENTS} of the ${rows.length} that have its words:`
    const text = `${none} ${note} the search in All Requests looks through every document.`
    return { ...plain(context, text, 'answered'), parts: search }
  }
  const more = !isWhole || found.length === MAX_ANSWERING_DOCUMENTS
  const count = second ? `These ${found.length} documents say` : 'This document says'
  const note = more ? ' There may be more: the search in All Requests looks through every document.' : ''
  return {
    ...plain(context, `${count} something about “${topic}”:${note}`, 'answered'),
    parts: [passagesPart(found), ...search],
    topic: second ? {} : { requestId: first.row.request_id ?? undefined, documentId: first.row.id },
  }
}

/** "Which documents are attached to RFD-2026-0001?" */
function listed(
  context: AnswerContext,
  { which }: DocumentQuestion,
  rows: readonly QuestionAboutDocument['row'][],
): Response {
  const where =
    which.requests.length > 0 ? ` attached to ${which.requests.map((one) => one.toUpperCase()).join(' and ')}` : ''
  if (rows.length === 0) return plain(context, `There is no ${wantedInWords(which)} that you can see.`, 'answered')
  const shown = rows.slice(0, MAX_LISTED)
  const count = rows.length === 1 ? 'One document is' : `${rows.length} documents are`
  const more = rows.length > shown.length ? ` The newest ${shown.length} are shown.` : ''
  return {
    ...plain(context, `${count}${where || ' there'}.${more}`, 'answered'),
    parts: [passagesPart(shown.map((row) => ({ row, quotation: null })))],
    topic: {
      requestId: rows[0]!.request_id ?? undefined,
      ...(rows.length === 1 && { documentId: rows[0]!.id }),
    },
  }
}

/** Asks which of several matching documents is meant, with a button for each. */
function askWhich(
  context: AnswerContext,
  question: DocumentQuestion,
  files: readonly CandidateRow[][],
  { lead = '', isWhole = true }: { lead?: string; isWhole?: boolean },
): Response {
  const total = files.length
  const shown = files.slice(0, MAX_CHOICES).map(([newest]) => newest!)
  const choices = shown.map((row) => ({ label: questionAbout(question, row), query: null }))
  const more =
    total > shown.length
      ? ` The newest ${shown.length} are below; name the sender, the month or the request to find another.`
      : ''
  const count = isWhole ? total : `At least ${total}`
  const fit = lead !== '' ? 'Did you mean one of these?' : `${count} documents may be meant. Which one?`
  const parts = [passagesPart(shown.map((row) => ({ row, quotation: null })))]
  return {
    ...plain(context, `${attachments(files.slice(0, MAX_CHOICES))}${lead}${fit}${more}`, 'asked-back'),
    parts,
    reading: { ...readingOf(context, 'asked-back'), choices },
  }
}
