import type { AnswerContext } from '../answer-context.ts'
import { plain, readingOf, type Response } from '../responses.ts'
import type { DocumentQuestion } from './document-question.ts'
import type { CandidateRow } from './document-queries.ts'
import { attachments, wantedInWords } from './document-sentences.ts'
import { type QuestionAboutDocument, passagesPart, questionAbout } from './passages-part.ts'

/** Documents offered as buttons. */
const MAX_CHOICES = 5

/** Documents of a request that are listed. */
const MAX_LISTED = 20

/** "Which documents are attached to RFD-2026-0001?" */
export function listedDocuments(
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
export function askWhich(
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
