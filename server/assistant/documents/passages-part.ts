import type { Quotation } from '../../../engine/documents/answers/ask-document.ts'
import type { AnswerPart, DocumentPassage } from '../../../shared/assistant/messages.ts'
import { isOnlyOfFact } from './document-intents.ts'
import type { DocumentQuestion } from './document-question.ts'
import type { CandidateRow } from './document-queries.ts'

/** A question and the document that it is about. */
export interface QuestionAboutDocument {
  question: DocumentQuestion
  row: CandidateRow
}

/** Words of a passage that the preview searches for: enough to be unique, few enough to match across line ends. */
const FIND_WORDS = 8
const FIND_LENGTH = 80

export function passagesPart(passages: readonly { row: CandidateRow; quotation: Quotation | null }[]): AnswerPart {
  return { kind: 'passages', passages: passages.map(({ row, quotation }) => passageOf(row, quotation)) }
}

function passageOf(row: CandidateRow, quotation: Quotation | null): DocumentPassage {
  return {
    documentId: row.id,
    name: row.name,
    requestKey: row.request_key,
    requestId: row.request_id,
    page: quotation?.place.page ?? 1,
    hasPages: row.pages !== null,
    find: quotation ? wordsToFind(quotation.text) : null,
    text: quotation?.text ?? null,
    detail: quotation?.detail ?? null,
    isOrder: quotation?.isInjection ?? false,
  }
}

function wordsToFind(text: string): string {
  const words = text.split(/\s+/).slice(0, FIND_WORDS).join(' ').slice(0, FIND_LENGTH).toWellFormed()
  return words.replace(/[\s.,;:!?…]+$/, '')
}

/** “Letter.pdf” of RFD-2026-0001 */
export function titled({ name, request_id }: CandidateRow): string {
  return `“${name}”${request_id === null ? '' : ` of ${request_id}`}`
}

function labelOf({ name, request_id }: CandidateRow): string {
  return `“${name.replace(/[“”"]/g, '')}”${request_id === null ? '' : ` attached to ${request_id}`}`
}

/** The same question about one document, as sent by its button. */
export function questionAbout(question: DocumentQuestion, row: CandidateRow): string {
  const { intent, topic } = question
  const document = `the document ${labelOf(row)}`
  const about = topic === '' ? '' : ` about ${topic}`
  const of = topic === '' || isOnlyOfFact(question) ? '' : ` for ${topic}`
  switch (intent) {
    case 'asks':
      return `What does ${document} ask for${about}?`
    case 'deadlines':
      return `What deadlines does ${document} name${of}?`
    case 'signature':
      return `Who signed ${document}?`
    case 'date':
      return `When was ${document} written?`
    case 'amount':
      return `Which amounts does ${document} name${of}?`
    case 'person':
      return `Who is named in ${document}?`
    case 'legal-reference':
      return `Which laws does ${document} refer to?`
    case 'topic':
      return topic === '' ? `Summarize ${document}` : `What does ${document} say about ${topic}?`
    default:
      return `Summarize ${document}`
  }
}
