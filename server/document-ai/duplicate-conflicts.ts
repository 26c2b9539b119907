import type { DocumentProposal, NewProposalDecision } from '../../shared/document-proposals.ts'
import type { Reader, Tx } from '../platform/database/db.ts'
import { lockByName } from '../platform/database/dialect.ts'
import { AppError } from '../platform/errors.ts'
import type { IdempotentCall } from '../platform/idempotency/idempotent-call.ts'
import type { Scope } from '../requests/visibility.ts'
import { findSimilarTexts } from './alike.ts'
import type { Deps } from './deps.ts'
import { acceptedElsewhere, keepDuplicates, proposalsBehind, proposalsToCompare } from './duplicate-queries.ts'
import { duplicatesOf, StoredDuplicates } from './duplicates.ts'
import type { ProposalRow } from './proposal-queries.ts'
import { getProposalRow, toProposals } from './proposals.ts'

/** Within this time the index of similar requests of every process contains a new request. */
const MAX_INDEX_LAG_MS = 60_000
/** Proposals for the rarity of words: some milliseconds of a transaction. */
const BACKGROUND = 200

/** Nothing was created: there are requests like the proposal that the decision does not name as seen. */
export class PossibleDuplicates extends AppError {
  readonly proposal: DocumentProposal

  constructor(proposal: DocumentProposal) {
    const named = proposal.duplicates.flatMap((one) => (one.kind === 'request' ? one.requestId : []))
    const sentence = `${named.slice(0, 3).join(', ')} may ask for the same. Nothing was created.`
    super('possible-duplicates', sentence, { extra: { current: proposal } })
    this.proposal = proposal
  }
}

/** A stored proposal with its possible duplicates: in full for storing, and as the caller may see them. */
interface Found {
  row: ProposalRow
  duplicates: StoredDuplicates
  proposal: DocumentProposal
}

/** Rolls back the accepting transaction; the duplicates found have to be stored after it. */
class DuplicateAccepted extends Error {
  readonly found: Found

  constructor(conflict: Found) {
    super('A proposal like this one has just been accepted')
    this.found = conflict
  }
}

/**
 * Re-checks for requests like a proposal that is about to be accepted: it may have been read hours ago. The duplicates are
 * stored when the decision is refused, so that everybody sees them from then on.
 * @throws PossibleDuplicates when there are duplicates that the caller has not seen yet; AppError `not-found` as the decision
 */
export async function checkDuplicates(
  deps: Deps,
  scope: Scope,
  id: string,
  { decision, seenDuplicates }: NewProposalDecision,
  idempotency: IdempotentCall,
): Promise<void> {
  if (decision !== 'accept') return
  const { db } = deps
  const row = await getProposalRow(db.read, scope, id)
  // The decision itself reports why it is refused.
  if (row.state !== 'open' || (await idempotency.earlier(db))) return
  const conflict = await asSeen(db.read, scope, row, StoredDuplicates.parse(JSON.parse(await duplicatesOf(deps, row))))
  if (await hasUnseen(db.read, conflict, seenDuplicates)) throw await refuse(deps, conflict)
}

/**
 * Re-checks within the accepting transaction, because the index of similar requests lags behind proposals that were just
 * accepted from other documents. Locks out other acceptances until this transaction ends.
 */
export async function recheckInTransaction(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  scope: Scope,
  row: ProposalRow,
  { seenDuplicates }: Pick<NewProposalDecision, 'seenDuplicates'>,
): Promise<void> {
  await lockByName(tx, 'proposal-acceptances')
  const since = new Date(clock().getTime() - MAX_INDEX_LAG_MS)
  const accepted = await acceptedElsewhere(tx, row.reading_id, since)
  if (accepted.length === 0) return
  const others = await proposalsToCompare(tx, BACKGROUND)
  const known = new Set([row.id, ...accepted.map(({ id }) => id)])
  const background = others.filter(({ id }) => !known.has(id))
  const [alike] = await findSimilarTexts([row], accepted, background)
  const twins = alike!.map(({ of, likeness }) => ({ proposalId: String(of), likeness }))
  const conflict = await asSeen(tx, scope, row, [...StoredDuplicates.parse(JSON.parse(row.duplicates)), ...twins])
  if (await hasUnseen(tx, conflict, seenDuplicates)) throw new DuplicateAccepted(conflict)
}

/** Runs the transaction of `recheckInTransaction`. @throws PossibleDuplicates where that found some, after storing them */
export async function persistDuplicatesOnConflict<T>(deps: Pick<Deps, 'db'>, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof DuplicateAccepted) throw await refuse(deps, error.found)
    throw error
  }
}

async function asSeen(reader: Reader, scope: Scope, row: ProposalRow, duplicates: StoredDuplicates): Promise<Found> {
  const [proposal] = await toProposals(reader, scope, [{ ...row, duplicates: JSON.stringify(duplicates) }])
  return { row, duplicates, proposal: proposal! }
}

async function refuse({ db }: Pick<Deps, 'db'>, { row, duplicates, proposal }: Found): Promise<PossibleDuplicates> {
  // Requests that a proposal became are stored under their own id, too, so that they count as seen from now on.
  const named = proposal.duplicates.flatMap(({ kind, id, likeness }) =>
    kind === 'request' ? [{ requestId: id, likeness }] : [],
  )
  const others = duplicates.filter(({ requestId }) => !named.some((one) => one.requestId === requestId))
  await db.write((tx) => keepDuplicates(tx, row, JSON.stringify([...named, ...others])))
  return new PossibleDuplicates(proposal)
}

/**
 * Whether there is a possible duplicate that the caller has not seen. A call without `seenDuplicates` has seen the stored
 * ones. Having seen a proposal does not count as having seen the request that it became. Requests from the same document
 * do not count: its proposals were compared when it was read.
 */
async function hasUnseen(
  reader: Reader,
  { row, proposal }: Found,
  seenDuplicates: string[] | undefined,
): Promise<boolean> {
  const storedIds = () => StoredDuplicates.parse(JSON.parse(row.duplicates)).flatMap(({ requestId }) => requestId ?? [])
  const seen = new Set(seenDuplicates ?? storedIds())
  const unseen = proposal.duplicates.flatMap(({ kind, id }) => (kind === 'request' && !seen.has(id) ? id : []))
  const behind = await proposalsBehind(reader, unseen)
  const ofSameDocument = behind.filter(({ reading_id }) => reading_id === row.reading_id)
  return new Set(ofSameDocument.map(({ request }) => request)).size < unseen.length
}
