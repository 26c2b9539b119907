import type { Quotation, DocumentQuestion } from '../../../engine/documents/answers/ask-document.ts'
import { workCalendarOf } from '../../settings/work-calendar.ts'
import type { AnswerContext } from '../answer-context.ts'
import type { CandidateRow } from './document-queries.ts'
import { firstPages, findPagesContaining } from './page-queries.ts'
import { topicStems } from './find-documents.ts'

/** Only the first pages of a longer document are read for an answer. */
const MAX_PAGES = 300
/** Pages with words of the topic that are analyzed. */
const MAX_PAGES_ABOUT = 40
/** UTF-16 units sent to the thread at once. */
const MAX_TEXT_LENGTH = 1_500_000

/**
 * The passages of one document that answer the question, found by the engine in its document thread.
 * @returns with `cutAfter`, the number of pages read where there are more; else null
 */
export async function quotationsFrom(
  { deps, today, departments }: AnswerContext,
  row: CandidateRow,
  question: DocumentQuestion,
): Promise<{ quotations: Quotation[]; cutAfter: number | null }> {
  const words = topicStems(question.topic)
  const isAbout = question.intent === 'topic'
  if (isAbout && words.length === 0) return { quotations: [], cutAfter: null }
  const pages = isAbout
    ? await findPagesContaining(deps.db, row, words, MAX_PAGES_ABOUT)
    : await firstPages(deps.db, row.checksum, MAX_PAGES + 1)
  const within = pages.slice(0, isAbout ? MAX_PAGES_ABOUT : MAX_PAGES)
  let length = 0
  const fitting = within.filter(({ text }) => (length += text.length) <= MAX_TEXT_LENGTH)
  if (fitting.length === 0) return { quotations: [], cutAfter: null }
  const calendar = workCalendarOf(await deps.settings.policy())
  const quotations = await deps.ai.askDocument(fitting, question, departments, today, calendar)
  return { quotations, cutAfter: !isAbout && fitting.length < pages.length ? fitting.length : null }
}

/** Documents searched for a passage about a topic. */
export const MAX_SEARCHED_DOCUMENTS = 12
