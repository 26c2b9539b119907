import type { Quotation } from '../../../engine/documents/answers/ask-document.ts'
import { linkTo, listAddress } from '../answers/addresses.ts'
import type { AnswerContext } from '../answer-context.ts'
import { plain, type Response } from '../responses.ts'
import type { DocumentQuestion } from './document-question.ts'
import type { DocumentScope } from './document-queries.ts'
import { findDocuments, topicStems } from './find-documents.ts'
import { unreadSentence, wantedInWords } from './document-sentences.ts'
import { type QuestionAboutDocument, passagesPart } from './passages-part.ts'
import { quotationsFrom, MAX_SEARCHED_DOCUMENTS } from './quotations.ts'

/** Documents quoted in one answer. */
const MAX_ANSWERING_DOCUMENTS = 5

/** "Which documents mention tariff quotas?" */
export async function answerFound(
  context: AnswerContext,
  within: DocumentScope,
  { topic, which }: DocumentQuestion,
  numbers: readonly number[] | null,
): Promise<Response> {
  const query = { ...which, words: [...which.words, ...topicStems(topic)] }
  const { best, others } = await findDocuments(context.deps.db, within, query, numbers)
  const rows = [...best, ...others].map(({ row }) => row).filter((row) => unreadSentence(row) === null)
  const matches: { row: QuestionAboutDocument['row']; quotation: Quotation }[] = []
  for (const row of rows.slice(0, MAX_SEARCHED_DOCUMENTS)) {
    if (matches.length >= MAX_ANSWERING_DOCUMENTS) break
    const { quotations } = await quotationsFrom(context, row, { intent: 'topic', topic })
    if (quotations[0]) matches.push({ row, quotation: quotations[0] })
  }
  const [first, second] = matches
  const isWhole = rows.length <= MAX_SEARCHED_DOCUMENTS
  const search = linkTo('Search All Requests', listAddress({ search: topic }))
  if (!first) {
    const none = `I found no ${wantedInWords(which)} about “${topic}” that you can see.`
    if (isWhole) return plain(context, none, 'answered')
    const note = `I read ${MAX_SEARCHED_DOCUMENTS} of the ${rows.length} that have its words;`
    const text = `${none} ${note} the search in All Requests looks through every document.`
    return { ...plain(context, text, 'answered'), parts: search }
  }
  const more = !isWhole || matches.length === MAX_ANSWERING_DOCUMENTS
  const count = second ? `These ${matches.length} documents say` : 'This document says'
  const note = more ? '. There may be more, which the search in All Requests finds.' : ':'
  return {
    ...plain(context, `${count} something about “${topic}”${note}`, 'answered'),
    parts: [passagesPart(matches), ...search],
    topic: second ? {} : { requestId: first.row.request_id ?? undefined, documentId: first.row.id },
  }
}
