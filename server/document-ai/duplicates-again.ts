import type { DocumentProposal, NewProposalDecision } from '../../shared/document-ai.ts'
import type { Reader, Tx } from '../database/db.ts'
import { oneAtATime } from '../database/dialect.ts'
import { AppError } from '../errors.ts'
import type { Once } from '../idempotency/once.ts'
import type { Scope } from '../requests/visibility.ts'
import { alikeAmong } from './alike.ts'
import type { Deps } from './deps.ts'
import {
  acceptedElsewhere,
  findProposal,
  keepDuplicates,
  proposalsBehind,
  proposalsToCompare,
  type ProposalRow,
} from './proposal-queries.ts'
import { duplicatesOf, StoredDuplicates, toProposals } from './proposals.ts'

/** The index of similar requests, of any process, knows a request by then. */
const INDEXED_WITHIN_MS = 60_000
/** Proposals that tell which words are rare: some milliseconds of a transaction. */
const BACKGROUND = 200

/** Nothing was created: there are requests like the proposal that its decision does not name. */
export class PossibleDuplicates extends AppError {
  readonly proposal: DocumentProposal

  constructor(proposal: DocumentProposal) {
    const named = proposal.duplicates.flatMap((one) => (one.kind === 'request' ? one.requestId : []))
    const sentence = `${named.slice(0, 3).join(', ')} may ask for the same. Nothing was created.`
    super('possible-duplicates', sentence, { extra: { current: proposal } })
    this.proposal = proposal
  }
}

/** A proposal as it is stored, and with all that is like it: to be stored, and as the caller may see it. */
interface Found {
  row: ProposalRow
  duplicates: StoredDuplicates
  proposal: DocumentProposal
}

/** The same, found in the transaction that would have accepted it: what was found is still to be kept. */
class TwinAccepted extends Error {
  readonly found: Found

  constructor(found: Found) {
    super('A proposal like this one has just been accepted')
    this.found = found
  }
}

/**
 * Looks again for requests like a proposal that is about to be accepted: it may have been read hours ago. What is found is
 * kept, so that everybody sees it from then on.
 * @throws PossibleDuplicates with what the caller has not seen yet
 */
export async function checkDuplicates(
  deps: Deps,
  scope: Scope,
  id: string,
  { decision, seenDuplicates }: NewProposalDecision,
  once: Once,
): Promise<void> {
  if (decision !== 'accept') return
  const { db } = deps
  const row = await findProposal(db.read, id)
  // The decision itself says why not.
  if (row?.state !== 'open' || (await once.earlier(db.read))) return
  const found = await asSeen(db.read, scope, row, StoredDuplicates.parse(JSON.parse(await duplicatesOf(deps, row))))
  if (await hasUnseen(db.read, found, seenDuplicates)) throw await refuse(deps, found)
}

/**
 * Looks once more in the transaction that accepts a proposal, because the index of similar requests does not know yet what
 * was accepted from another document a moment ago. From here on nobody else accepts any before this transaction ends.
 */
export async function checkTwins(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  scope: Scope,
  row: ProposalRow,
  { seenDuplicates }: Pick<NewProposalDecision, 'seenDuplicates'>,
): Promise<void> {
  await oneAtATime(tx, 'proposal-acceptances')
  const since = new Date(clock().getTime() - INDEXED_WITHIN_MS)
  const accepted = await acceptedElsewhere(tx, row.reading_id, since)
  if (accepted.length === 0) return
  const others = await proposalsToCompare(tx, BACKGROUND)
  const known = new Set([row.id, ...accepted.map(({ id }) => id)])
  const background = others.filter(({ id }) => !known.has(id))
  const [alike] = await alikeAmong([row], accepted, background)
  const twins = alike!.map(({ of, likeness }) => ({ proposalId: String(of), likeness }))
  const found = await asSeen(tx, scope, row, [...StoredDuplicates.parse(JSON.parse(row.duplicates)), ...twins])
  if (await hasUnseen(tx, found, seenDuplicates)) throw new TwinAccepted(found)
}

/** Runs the transaction of `checkTwins`. @throws PossibleDuplicates where that found one, once it is kept */
export async function keepingTwins<T>(deps: Pick<Deps, 'db'>, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof TwinAccepted) throw await refuse(deps, error.found)
    throw error
  }
}

async function asSeen(reader: Reader, scope: Scope, row: ProposalRow, duplicates: StoredDuplicates): Promise<Found> {
  const [proposal] = await toProposals(reader, scope, [{ ...row, duplicates: JSON.stringify(duplicates) }])
  return { row, duplicates, proposal: proposal! }
}

async function refuse({ db }: Pick<Deps, 'db'>, { row, duplicates, proposal }: Found): Promise<PossibleDuplicates> {
  // Under their own id, too, those that a proposal has become: who is told of them knows them from now on.
  const told = proposal.duplicates.flatMap(({ kind, id, likeness }) =>
    kind === 'request' ? [{ requestId: id, likeness }] : [],
  )
  const others = duplicates.filter(({ requestId }) => !told.some((one) => one.requestId === requestId))
  await db.write((tx) => keepDuplicates(tx, row, JSON.stringify([...told, ...others])))
  return new PossibleDuplicates(proposal)
}

/**
 * Whether there is a request that the caller does not know of: one that names nothing knows what was kept. To have seen the
 * proposal that has become a request since is not to know of the request. Those from this document were compared when it was
 * read.
 */
async function hasUnseen(
  reader: Reader,
  { row, proposal }: Found,
  seenDuplicates: string[] | undefined,
): Promise<boolean> {
  const kept = () => StoredDuplicates.parse(JSON.parse(row.duplicates)).flatMap(({ requestId }) => requestId ?? [])
  const seen = new Set(seenDuplicates ?? kept())
  const unseen = proposal.duplicates.flatMap(({ kind, id }) => (kind === 'request' && !seen.has(id) ? id : []))
  const behind = await proposalsBehind(reader, unseen)
  const ofSameDocument = behind.filter(({ reading_id }) => reading_id === row.reading_id)
  return new Set(ofSameDocument.map(({ request }) => request)).size < unseen.length
}
