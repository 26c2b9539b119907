import type { DocumentFact, Reading } from '../../shared/document-ai.ts'
import type { DocumentProposal } from '../../shared/document-proposals.ts'
import { DOCUMENT_TYPES } from '../../shared/document-types.ts'
import { fullName } from '../../shared/people.ts'
import { sizeInWords } from '../ui/formats/sizes.ts'
import { nearInstant } from '../ui/formats/dates.ts'
import { count } from '../ui/count.ts'

export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`
}

/** "PDF, 6 pages, 412 kB · uploaded by Nadia Osei today, 09:50 · 4 proposals, 1 created" */
export function lineOf({ document, askedBy, askedAt, state, counts }: Reading): string {
  const pages = document.pages === null ? [] : [counted(document.pages, 'page')]
  const file = [DOCUMENT_TYPES[document.type].label, ...pages, sizeInWords(document.size)].join(', ')
  const by = askedBy ? ` by ${fullName(askedBy)}` : ''
  const when = nearInstant(askedAt).replace(/^(Today|Yesterday)/, (day) => day.toLowerCase())
  const all = counts.open + counts.accepted + counts.refused
  const made = counts.accepted > 0 ? `, ${count(counts.accepted)} created` : ''
  const proposals = state === 'ready' ? ` · ${counted(all, 'proposal')}${made}` : ''
  return `${file} · uploaded${by} ${when}${proposals}`
}

/** Progress of a document, in a few words. */
export function stateWords({ state, document, counts }: Reading): string {
  if (state === 'waiting') return document.textState === 'waiting' ? 'Reading its text…' : 'Waiting'
  if (state === 'reading') return 'Looking for requests…'
  if (state === 'failed') return document.textState === 'none' ? 'No text in it' : 'Could not be read'
  const { open, accepted, refused } = counts
  if (open + accepted + refused === 0) return 'No requests found'
  const parts = [
    open > 0 && `${count(open)} to decide`,
    accepted > 0 && `${count(accepted)} created`,
    refused > 0 && `${count(refused)} dismissed`,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Place of a proposal in its document: "page 3 · 4. Licence balances". A document of one page has no pages to name. */
export function placeWords(
  { place, section }: Pick<DocumentProposal, 'place' | 'section'>,
  pages: number | null,
): string {
  const page = pages === 1 ? [] : [`page ${place.page}`]
  return [...page, ...(section === null ? [] : [section])].join(' · ')
}

export const FACT_GROUPS: { kind: DocumentFact['kind']; label: string }[] = [
  { kind: 'date', label: 'Dates' },
  { kind: 'person', label: 'People' },
  { kind: 'amount', label: 'Amounts' },
  { kind: 'legal-reference', label: 'Legal references' },
]
