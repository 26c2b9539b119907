import { writesMonthFirst } from '../../../engine/documents/facts/dates.ts'
import { ownDate } from '../../../engine/documents/facts/due-date.ts'
import { fold } from '../../../shared/fold.ts'
import type { WantedDocument } from './document-question.ts'
import type { CandidateRow } from './document-queries.ts'
import { KINDS } from './kinds.ts'

/** A document that may be meant, with the date written in it. */
export interface Candidate {
  row: CandidateRow
  /** `YYYY-MM-DD`; null where it has none, or none was asked for */
  writtenOn: string | null
}

export interface Scored extends Candidate {
  score: number
  isKind: boolean
  isInTime: boolean
}

/** Score of a document uploaded in the named time, but dated otherwise. */
const UPLOADED_THEN = 0.5

export function dated(row: CandidateRow, { kind, span, order }: WantedDocument, score: number): Scored {
  const head = row.head ?? ''
  const signs = KINDS.find(({ name }) => name === kind)?.signs ?? null
  const isKind = signs === null || signs.test(fold(`${row.name}\n.${row.type}\n${head}`))
  const uploadedOn = row.uploaded_at.slice(0, 10)
  const writtenOn = span || order ? ownDate(head, uploadedOn, writesMonthFirst(head)) : null
  const isWithin = (date: string | null) => span !== undefined && date !== null && date >= span.from && date <= span.to
  const inTime = span === undefined || isWithin(writtenOn) ? 1 : isWithin(uploadedOn) ? UPLOADED_THEN : 0
  return {
    row,
    writtenOn: writtenOn ?? (order ? uploadedOn : null),
    isKind,
    isInTime: inTime > 0,
    score: score + inTime,
  }
}

export function alikeBest(scored: readonly Scored[]): Scored[] {
  const most = Math.max(...scored.map(({ score }) => score))
  return scored.filter(({ score }) => score > most - 0.01)
}

export function inOrder(scored: readonly Scored[], order: 'newest' | 'oldest'): Scored[] {
  const sign = order === 'newest' ? -1 : 1
  const dateOf = ({ writtenOn, row }: Scored) => `${writtenOn ?? ''} ${row.uploaded_at}`
  return scored.toSorted((a, b) => sign * dateOf(a).localeCompare(dateOf(b)))
}

/** Keeps only the newest of documents with the same name and request. */
export function newestOfName(scored: readonly Scored[]): Candidate[] {
  const seen = new Set<string>()
  return scored.filter(({ row }) => {
    const key = `${row.request_id ?? ''} ${row.name}`
    return !seen.has(key) && seen.add(key)
  })
}
