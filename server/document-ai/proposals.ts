import { z } from 'zod'
import {
  type DocumentProposal,
  type ProposalField,
  PROPOSAL_FIELDS,
  type ProposalPatch,
} from '../../shared/document-proposals.ts'
import { text } from '../../shared/texts/say.ts'
import type { Reader } from '../platform/database/db.ts'
import { AppError, fieldError } from '../platform/errors.ts'
import { checkActive } from '../requests/department.ts'
import { isVisible, type Scope } from '../requests/visibility.ts'
import type { Actor } from '../platform/actor.ts'
import { checkVisible, mayReadDocuments, scopeOf } from './access.ts'
import type { Deps } from './deps.ts'
import { duplicatesFor, duplicatesOf, StoredDuplicates } from './duplicates.ts'
import { findProposal, type ProposalRow, type StoredProposal, updateProposal } from './proposal-queries.ts'

/** The fields as originally proposed. */
const Suggested = z.object({
  title: z.string(),
  description: z.string(),
  department: z.string(),
  priority: z.string(),
  dueDate: z.string().nullable(),
})

const COLUMNS = {
  title: 'title',
  description: 'description',
  department: 'department',
  priority: 'priority',
  dueDate: 'due_date',
} as const satisfies Record<ProposalField, keyof StoredProposal>

/**
 * Edits a proposal before it becomes a request.
 * @throws AppError `stale-version` with the present proposal when somebody else has changed or decided it since
 */
export async function editProposal(
  deps: Pick<Deps, 'db' | 'settings' | 'ai'>,
  actor: Actor,
  id: string,
  { version, ...patch }: ProposalPatch,
): Promise<DocumentProposal> {
  mayReadDocuments(actor)
  const { db, settings } = deps
  const scope = await scopeOf(deps, actor)
  const { departments } = await settings.policy()
  const row = await getProposalRow(db.read, scope, id)
  if (patch.department !== undefined && patch.department !== row.department) checkActive(departments, patch.department)
  const change: Partial<StoredProposal> = Object.fromEntries(
    PROPOSAL_FIELDS.filter((field) => patch[field] !== undefined).map((field) => [COLUMNS[field], patch[field]]),
  )
  if (row.version !== version) throw await stale(db.read, scope, row)
  if (row.state !== 'open') throw new AppError('wrong-status', text('This proposal has already been decided.'))
  const isChanged = Object.entries(change).some(([column, value]) => row[column as keyof StoredProposal] !== value)
  if (!isChanged) return readProposal(db.read, scope, id)
  if (change.title !== undefined || change.description !== undefined) {
    change.duplicates = await duplicatesOf(deps, { ...row, ...change })
  }
  if (!(await db.write((tx) => updateProposal(tx, row, change)))) {
    throw await stale(db.read, scope, await getProposalRow(db.read, scope, id))
  }
  return readProposal(db.read, scope, id)
}

async function stale(reader: Reader, scope: Scope, row: ProposalRow): Promise<AppError> {
  const [current] = await toProposals(reader, scope, [row])
  return new AppError('stale-version', text('Somebody else has changed this proposal since you opened it.'), {
    extra: { current },
  })
}

export async function readProposal(reader: Reader, scope: Scope, id: string): Promise<DocumentProposal> {
  const [proposal] = await toProposals(reader, scope, [await getProposalRow(reader, scope, id)])
  return proposal!
}

/** @throws AppError `not-found` as for its reading */
export async function getProposalRow(reader: Reader, scope: Scope, id: string): Promise<ProposalRow> {
  const row = await findProposal(reader, id)
  if (row) await checkVisible(reader, scope, row.reading_id).catch(noSuchProposal)
  return row ?? noSuchProposal()
}

export function noSuchProposal(): never {
  throw fieldError('not-found', 'id', text('There is no such proposal.'))
}

/** Proposals as visible in this scope. */
export async function toProposals(reader: Reader, scope: Scope, rows: ProposalRow[]): Promise<DocumentProposal[]> {
  const stored = rows.map(({ duplicates }) => StoredDuplicates.parse(JSON.parse(duplicates)))
  const resolve = await duplicatesFor(reader, scope, stored.flat())
  return rows.map((row, i) => ({
    id: row.id,
    position: row.position,
    title: row.title,
    description: row.description,
    department: row.department,
    priority: row.priority,
    developmentType: row.development_type,
    dueDate: row.due_date,
    place: { page: row.page, start: row.start_offset, end: row.end_offset },
    passage: row.passage,
    section: row.section,
    confidence: row.confidence,
    state: row.state,
    edited: editedFields(row),
    decidedAt: row.decided_at,
    decidedBy: row.first === null ? null : { firstName: row.first, lastName: row.last! },
    request: requestOf(row, scope),
    duplicates: resolve(stored[i]!, row),
    version: row.version,
  }))
}

export function suggestedOf({ suggested }: StoredProposal) {
  return Suggested.parse(JSON.parse(suggested))
}

export function editedFields(row: StoredProposal): ProposalField[] {
  const suggested = suggestedOf(row)
  return PROPOSAL_FIELDS.filter((field) => suggested[field] !== row[COLUMNS[field]])
}

function requestOf(row: ProposalRow, scope: Scope): DocumentProposal['request'] {
  const { request: id, request_id: requestId, status, requester_id, assigned_to_id } = row
  if (id === null || requestId === null || status === null || requester_id === null) return null
  return isVisible(scope, { requester_id, assigned_to_id }) ? { id, requestId, status } : null
}
