import type {
  DocumentProposal,
  NewProposalDecision,
  ProposalDecisions,
  ProposalOutcome,
} from '../../shared/document-proposals.ts'
import type { Actor } from '../platform/actor.ts'
import type { Tx } from '../platform/database/db.ts'
import { AppError } from '../platform/errors.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../platform/idempotency/idempotent-call.ts'
import { requirePermission } from '../people/roles/require-permission.ts'
import { checkVisible, mayReadDocuments, scopeOf } from './access.ts'
import { accept, type DecisionContext, refuse, undo } from './apply-decision.ts'
import type { Deps } from './deps.ts'
import {
  checkDuplicates,
  recheckInTransaction,
  persistDuplicatesOnConflict,
  PossibleDuplicates,
} from './duplicate-conflicts.ts'
import type { ProposalRow } from './proposal-queries.ts'
import { getProposalRow, noSuchProposal, readProposal } from './proposals.ts'

/**
 * Decides about one proposal: it becomes a request, is dismissed, or is reopened. Of concurrent decisions only one succeeds.
 * @param idempotency a retried call with the same key has no second effect
 * @throws AppError `wrong-status` when the proposal has already been decided, or somebody has worked on the request that it
 * became; `possible-duplicates` with the present proposal when there are requests like it that the call does not name
 */
export async function decideProposal(
  deps: Deps,
  actor: Actor,
  id: string,
  call: NewProposalDecision,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<DocumentProposal> {
  const context = await prepare(deps, actor)
  await checkDuplicates(deps, context.scope, id, call, idempotency)
  await persistDuplicatesOnConflict(deps, () =>
    deps.db.write((tx) => idempotency.run(tx, () => decideWithin(tx, context, id, call))),
  )
  return readProposal(deps.db.read, context.scope, id)
}

/**
 * Decides about several proposals of a reading, each in its own transaction, so that a refused one does not roll back the
 * others.
 * @param idempotency as for `decideProposal`; the retry of an interrupted call resumes where it stopped
 */
export async function decideProposals(
  deps: Deps,
  actor: Actor,
  readingId: string,
  { items }: ProposalDecisions,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<ProposalOutcome> {
  const { db } = deps
  const context = await prepare(deps, actor)
  await checkVisible(db.read, context.scope, readingId)
  const first = await idempotency.earlier<ProposalOutcome>(db)
  if (first) return first.value
  const outcome: ProposalOutcome = []
  for (const [place, { proposalId, ...call }] of items.entries()) {
    try {
      const part = idempotency.as((route) => `${route} ${place}`)
      await checkDuplicates(deps, context.scope, proposalId, call, part)
      await persistDuplicatesOnConflict(deps, () =>
        db.write((tx) => part.run(tx, () => decideWithin(tx, context, proposalId, call, readingId))),
      )
      const proposal = await readProposal(db.read, context.scope, proposalId)
      outcome.push({ proposalId, proposal, error: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const proposal = error instanceof PossibleDuplicates ? error.proposal : null
      outcome.push({ proposalId, proposal, error: error.message })
    }
  }
  return db.write((tx) => idempotency.run(tx, async () => outcome))
}

async function prepare(deps: Deps, actor: Actor): Promise<DecisionContext> {
  mayReadDocuments(actor)
  // Deciding includes creating requests.
  requirePermission(actor, 'requests.create', 'submit requests')
  const policy = await deps.settings.policy()
  return { deps, actor, policy, scope: await scopeOf(deps, actor) }
}

async function decideWithin(
  tx: Tx,
  context: DecisionContext,
  id: string,
  { decision, dueDate, seenDuplicates }: NewProposalDecision,
  readingId?: string,
): Promise<void> {
  const row = await getProposalRow(tx, context.scope, id)
  if (readingId !== undefined && row.reading_id !== readingId) noSuchProposal()
  if (decision === 'undo') return undo(tx, context, row)
  if (row.state !== 'open') throw alreadyDecided(row)
  if (decision === 'accept') {
    await recheckInTransaction(tx, context.deps, context.scope, row, { seenDuplicates })
    return accept(tx, context, dueDate === undefined ? row : { ...row, due_date: dueDate })
  }
  return refuse(tx, context, row)
}

function alreadyDecided({ state, first, last, request_id }: ProposalRow): AppError {
  const who = first === null ? 'Somebody' : `${first} ${last}`.trim()
  const what =
    state === 'accepted' ? `has already created ${request_id ?? 'a request'} from this` : 'has already set this aside'
  return new AppError('wrong-status', `${who} ${what}.`)
}
