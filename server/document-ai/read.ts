import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Insertable } from 'kysely'
import type { Page, Proposal } from '../../engine/documents/reading.ts'
import type { Classification } from '../../shared/ai.ts'
import { hundredth } from '../../shared/chance.ts'
import type { Departments } from '../../shared/departments.ts'
import { isCalendarDate, LIMITS, oneLine } from '../../shared/text-rules.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { ReadDocument } from '../ai/host/ai.ts'
import { runAsCaller } from '../platform/fairness/caller.ts'
import { type Alike, findSimilarTexts } from './alike.ts'
import type { Deps } from './deps.ts'
import { proposalsToCompare } from './duplicate-queries.ts'
import { likelyRequests, type StoredDuplicates } from './duplicates.ts'
import { mostCertain } from './most-certain.ts'
import type { ReadingNote } from './notes.ts'
import { storeNotes } from '../stored-notes.ts'
import { pagesOf } from './pending-queries.ts'
import { resultOf, textAt, within } from './reading-result.ts'

/** Reads the pages of a document with the local engine, or with a language model where one is set up. */
export type DocumentReader = (pages: Page[], departments: Departments) => Promise<ReadDocument>

const MAX_PASSAGE_LENGTH = 2000
const MAX_SECTION_LENGTH = 200
/** Newest proposals of other documents to compare with. */
const MAX_COMPARED = 1000
/** Total wait of a document for the index of similar requests; after that its duplicates are not searched. */
const INDEX_TIMEOUT_MS = 5 * 60_000
const POLL_INTERVAL_MS = 250

export interface ReadProposal {
  row: Omit<Insertable<Tables['document_proposals']>, 'suggestion_id'>
  /** null where the engine has no answer */
  classification: Classification | null
}
interface Read {
  engine: string
  result: string
  note: string | null
  proposals: ReadProposal[]
}

/** Reads a document and looks up the duplicates of its proposals. Stores nothing. */
export async function readDocument(
  deps: Deps,
  reader: DocumentReader,
  { id, checksum, personId }: { id: string; checksum: string; personId: string },
  signal: AbortSignal,
): Promise<Read> {
  const { departments } = await deps.settings.policy()
  const pages = await pagesOf(deps.db.read, checksum)
  // On behalf of the person who asked: fair queues and the limits of the language model count by person.
  const { reading, engine } = await runAsCaller({ key: personId }, () => reader(pages, departments))
  const standing = reading.proposals.filter(({ place, passage }) => textAt(pages, place) === passage)
  const { kept: best, left } = mostCertain(standing)
  const alike = await findSimilarTexts(best, await proposalsToCompare(deps.db.read, MAX_COMPARED))
  const ids = best.map(() => randomUUID())
  const proposals: ReadProposal[] = []
  const context: LookupContext = { deps, departments, signal, waitedMs: 0 }
  for (const [i, proposal] of best.entries()) {
    signal.throwIfAborted()
    const key = { id: ids[i]!, reading_id: id, position: i + 1 }
    proposals.push(await toProposal(context, proposal, key, likeOthers(alike[i]!, ids)))
  }
  const leftOut: ReadingNote = { code: 'left-out', count: left }
  const note = left === 0 ? null : storeNotes([leftOut])
  return { engine: JSON.stringify(engine), result: JSON.stringify(resultOf(reading, pages)), note, proposals }
}

function likeOthers(alike: Alike[], ids: string[]): StoredDuplicates {
  return alike.map(({ of, likeness }) => ({ proposalId: typeof of === 'number' ? ids[of]! : of, likeness }))
}

interface LookupContext {
  deps: Deps
  departments: Departments
  signal: AbortSignal
  /** time spent on look-ups in the index that found nothing, for all proposals */
  waitedMs: number
}

async function toProposal(
  context: LookupContext,
  proposal: Proposal,
  key: Pick<ReadProposal['row'], 'id' | 'reading_id' | 'position'>,
  others: StoredDuplicates,
): Promise<ReadProposal> {
  const { ai } = context.deps
  const title = within(LIMITS.title, oneLine(proposal.title))
  const description = within(LIMITS.description, proposal.description)
  const classification = await ai.classify({ title, description }, context.departments)
  const { priority, dueDate, place, passage, section, confidence } = proposal
  const { responsibleDepartment, developmentType } = classification
  const isKnown = context.departments.has(proposal.department) && context.departments.isActive(proposal.department)
  const department = isKnown ? proposal.department : responsibleDepartment
  const due_date = dueDate !== null && isCalendarDate(dueDate) ? dueDate : null
  const suggested = { title, description, department, priority, dueDate: due_date }
  const requests = await likeRequests(context, { title, description })
  return {
    classification,
    row: {
      ...key,
      title,
      description,
      department,
      priority,
      development_type: developmentType,
      due_date,
      page: place.page,
      start_offset: place.start,
      end_offset: place.end,
      passage: within(MAX_PASSAGE_LENGTH, passage),
      section: section === null ? null : within(MAX_SECTION_LENGTH, section),
      confidence: hundredth(confidence),
      suggested: JSON.stringify(suggested),
      duplicates: JSON.stringify([...requests, ...others]),
      state: 'open',
      decided_by_id: null,
      decided_at: null,
      request_number: null,
      version: 1,
    },
  }
}

/** Requests that may ask for the same; none where the index of similar requests is not ready, or fails, for too long. */
async function likeRequests(
  context: LookupContext,
  draft: { title: string; description: string },
): Promise<StoredDuplicates> {
  while (context.waitedMs < INDEX_TIMEOUT_MS) {
    const began = performance.now()
    // Duplicates only help: a failure must not discard what the document was read for.
    const similar = await likelyRequests(context.deps, draft).catch(() => undefined)
    if (similar) return similar
    await pause(POLL_INTERVAL_MS, undefined, { signal: context.signal })
    context.waitedMs += performance.now() - began
  }
  return []
}
