import { z } from 'zod'
import {
  type DocumentProposal,
  type PossibleDuplicate,
  type ProposalField,
  PROPOSAL_FIELDS,
  type ProposalPatch,
} from '../../shared/document-proposals.ts'
import type { Reader } from '../database/db.ts'
import { AppError, fieldError } from '../errors.ts'
import { checkActive } from '../requests/department.ts'
import { isVisible, type Scope } from '../requests/visibility.ts'
import type { Actor } from '../actor.ts'
import { checkVisible, mayKnow, mayReadDocuments, scopeOf } from './access.ts'
import type { Deps } from './deps.ts'
import { likelyRequests } from './like-requests.ts'
import {
  findProposal,
  type ProposalRow,
  proposalsForDuplicates,
  requestsForDuplicates,
  type StoredProposal,
  updateProposal,
} from './proposal-queries.ts'

/** Stored possible duplicates: each the id of a request or of a proposal. */
export const StoredDuplicates = z.array(
  z.object({ requestId: z.string().optional(), proposalId: z.string().optional(), likeness: z.number() }),
)
export type StoredDuplicates = z.infer<typeof StoredDuplicates>

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

type ProposalDeps = Pick<Deps, 'db' | 'settings' | 'ai'>

/**
 * Edits a proposal before it becomes a request.
 * @throws AppError `stale-version` with the present proposal when somebody else has changed or decided it since
 */
export async function editProposal(
  deps: ProposalDeps,
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
  if (row.state !== 'open') throw new AppError('wrong-status', 'This proposal has already been decided.')
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

/** Looks up a proposal's duplicates again: its text has changed, or requests were added since the document was read. */
export async function duplicatesOf(
  deps: ProposalDeps,
  { title, description, duplicates }: StoredProposal,
): Promise<string> {
  const before = StoredDuplicates.parse(JSON.parse(duplicates))
  // Without an answer of the engine the stored duplicates stay.
  const found = await likelyRequests(deps, { title, description }).catch(() => undefined)
  if (!found) return duplicates
  return JSON.stringify([...found, ...before.filter(({ requestId }) => requestId === undefined)])
}

async function stale(reader: Reader, scope: Scope, row: ProposalRow): Promise<AppError> {
  const [current] = await toProposals(reader, scope, [row])
  return new AppError('stale-version', 'Somebody else has changed this proposal since you opened it.', {
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
  throw fieldError('not-found', 'id', 'There is no such proposal.')
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

/** Loads the duplicates of all proposals at once. @returns a function for those of one proposal, most alike first */
async function duplicatesFor(reader: Reader, scope: Scope, stored: StoredDuplicates) {
  const idsOf = (name: 'requestId' | 'proposalId') => [...new Set(stored.flatMap((one) => one[name] ?? []))]
  const proposals = (await proposalsForDuplicates(reader, idsOf('proposalId'))).filter((one) =>
    mayKnow(scope, { ...one, request_number: one.attached_to }),
  )
  const became = proposals.flatMap(({ request }) => request ?? [])
  const requests = (await requestsForDuplicates(reader, [...idsOf('requestId'), ...became])).filter(
    (one) => isVisible(scope, one) && one.status !== 'cancelled',
  )
  return (of: StoredDuplicates, own: ProposalRow): PossibleDuplicate[] => {
    const found = new Map<string, PossibleDuplicate>()
    for (const { requestId, proposalId, likeness } of of) {
      const proposal = proposals.find(({ id }) => id === proposalId)
      const wanted = proposal?.request ?? requestId
      const request = requests.find(({ id }) => id === wanted)
      // The request that this proposal became is not its duplicate.
      if (request && request.id !== own.request) {
        const { id, request_id, title, status, completed_at } = request
        const named = { id, requestId: request_id, status, title, likeness, completedAt: completed_at }
        found.set(id, { kind: 'request', ...named })
      } else if (proposal && proposal.state === 'open') {
        const { id, reading_id: readingId, name: documentName, title } = proposal
        found.set(id, { kind: 'proposal', id, readingId, documentName, title, likeness })
      }
    }
    return [...found.values()].sort((a, b) => b.likeness - a.likeness)
  }
}
