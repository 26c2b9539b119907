import type { DocumentProposal, NewProposalDecision, PossibleDuplicate } from '../../shared/document-ai.ts'
import type { Once } from '../idempotency/once.ts'
import type { Scope } from '../requests/visibility.ts'
import type { Deps } from './deps.ts'
import { findProposal, keepDuplicates, proposalsBehind, type ProposalRow } from './proposal-queries.ts'
import { duplicatesOf, StoredDuplicates, toProposals } from './proposals.ts'

/**
 * Looks again for requests like a proposal that is about to be accepted: it may have been read hours ago. What is found is
 * kept, so that everybody sees it from then on.
 * @returns the proposal with what nobody has seen yet; undefined when it can be accepted, or the decision itself says why not
 */
export async function checkDuplicates(
  deps: Deps,
  scope: Scope,
  id: string,
  { decision, seenDuplicates }: NewProposalDecision,
  once: Once,
): Promise<DocumentProposal | undefined> {
  if (decision !== 'accept') return undefined
  const { db } = deps
  const row = await findProposal(db.read, id)
  if (row?.state !== 'open' || (await once.earlier(db.read))) return undefined
  const duplicates = await duplicatesOf(deps, row)
  const [now] = await toProposals(db.read, scope, [{ ...row, duplicates }])
  const seen = new Set(seenDuplicates ?? StoredDuplicates.parse(JSON.parse(row.duplicates)).flatMap(idsOf))
  if (!(await hasUnseen(deps, row, now!.duplicates, seen))) return undefined
  await db.write((tx) => keepDuplicates(tx, row, duplicates))
  return now
}

export function doubtWords({ duplicates }: DocumentProposal): string {
  const named = duplicates.flatMap((one) => (one.kind === 'request' ? one.requestId : []))
  return `${named.slice(0, 3).join(', ')} may ask for the same. Nothing was created.`
}

function idsOf({ requestId, proposalId }: StoredDuplicates[number]): string[] {
  return [requestId, proposalId].filter((id) => id !== undefined)
}

/** Requests from this document were compared when it was read, and one from a proposal that was seen is no news either. */
async function hasUnseen(
  { db }: Deps,
  row: ProposalRow,
  duplicates: PossibleDuplicate[],
  seen: Set<string>,
): Promise<boolean> {
  const unseen = duplicates.flatMap(({ kind, id }) => (kind === 'request' && !seen.has(id) ? id : []))
  const behind = await proposalsBehind(db.read, unseen)
  const known = behind.filter(({ id, reading_id }) => reading_id === row.reading_id || seen.has(id))
  return new Set(known.map(({ request }) => request)).size < unseen.length
}
