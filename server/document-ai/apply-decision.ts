import type { AuditAction } from '../../shared/audit-actions.ts'
import { isOpen } from '../../shared/request-rules.ts'
import { NewRequest } from '../../shared/requests.ts'
import { text } from '../../shared/texts/say.ts'
import type { Actor } from '../platform/actor.ts'
import { record } from '../audit/service.ts'
import type { Tx } from '../platform/database/db.ts'
import { AppError } from '../platform/errors.ts'
import { lockRequest } from '../requests/service.ts'
import type { Scope } from '../requests/visibility.ts'
import type { Policy } from '../settings/service.ts'
import { cancelWithin } from '../requests/cancel.ts'
import { createWithin } from '../requests/create.ts'
import { decideDraft, forgetDraftDecisions } from '../ai/suggestions/applied-decisions.ts'
import { attachSameFile } from '../documents/uploads/attach.ts'
import { checkVisible } from './access.ts'
import type { Deps } from './deps.ts'
import {
  insertSource,
  isWorkedOn,
  linkRequest,
  type ProposalRow,
  type StoredProposal,
  updateProposal,
} from './proposal-queries.ts'
import { editedFields, suggestedOf } from './proposals.ts'

export interface DecisionContext {
  deps: Deps
  actor: Actor
  scope: Scope
  policy: Policy
}

/** Stores a decision if the row has not changed since it was read: of two concurrent decisions the second is refused. */
async function change(
  tx: Tx,
  { deps, actor }: DecisionContext,
  row: ProposalRow,
  values: Partial<StoredProposal> & Pick<StoredProposal, 'state'>,
): Promise<void> {
  const isOpenAgain = values.state === 'open'
  const decided = isOpenAgain
    ? { decided_at: null, decided_by_id: null }
    : { decided_at: deps.clock().toISOString(), decided_by_id: actor.id }
  if (await updateProposal(tx, row, { ...decided, ...values })) return
  throw new AppError('wrong-status', text('Somebody else has just decided about this proposal.'))
}

/** Creates the request by the requests' own rules, with its document and passage, all or nothing. */
export async function accept(tx: Tx, context: DecisionContext, row: ProposalRow): Promise<void> {
  const { deps, actor, policy, scope } = context
  const { clock, queue } = deps
  // It may have been retired since the document was read.
  const department = policy.departments.presentOf(row.department) ?? row.department
  const input = toNewRequest({ ...row, department })
  // First, so that a concurrent decision creates no second request.
  await change(tx, context, row, { state: 'accepted', due_date: row.due_date, department })
  const request = await createWithin(tx, { clock, policy, queue }, actor, input)
  const stored = await lockRequest(tx, actor, policy, request.id)
  const requestNumber = stored.number
  await linkRequest(tx, row.id, requestNumber)
  const reading = await checkVisible(tx, scope, row.reading_id)
  const document_id = await attachSameFile(tx, { clock, queue, policy }, actor, stored, reading.document_id)
  const { page, start_offset, end_offset, passage } = row
  await insertSource(tx, { request_number: requestNumber, document_id, page, start_offset, end_offset, passage })
  if (row.suggestion_id !== null) {
    const { priority, department: responsibleDepartment } = suggestedOf(row)
    const shown = { priority, responsibleDepartment }
    const decision = { clock, actor, row: stored, departments: policy.departments, queue, shown }
    await decideDraft(tx, decision, row.suggestion_id)
  }
  await audit(tx, context, row, 'ai.proposal-accepted', { requestId: request.requestId, edited: editedFields(row) })
}

/** @throws AppError `bad-input` with the field that the request's own rules refuse */
function toNewRequest(row: ProposalRow): NewRequest {
  const { title, description, department, priority, due_date } = row
  const { data, error } = NewRequest.safeParse({
    title,
    description,
    department,
    priority,
    dueDate: due_date ?? undefined,
  })
  if (data) return data
  const details = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new AppError('bad-input', details[0]!.message, { details })
}

/** Sets a proposal aside. */
export async function refuse(tx: Tx, context: DecisionContext, row: ProposalRow): Promise<void> {
  await change(tx, context, row, { state: 'refused' })
  await audit(tx, context, row, 'ai.proposal-refused')
}

export async function undo(tx: Tx, context: DecisionContext, row: ProposalRow): Promise<void> {
  if (row.state === 'open') throw new AppError('wrong-status', text('This proposal is open already.'))
  await change(tx, context, row, { state: 'open', request_number: null })
  if (row.request_number !== null) await withdraw(tx, context, row, row.request_number)
  await audit(tx, context, row, 'ai.decision-on-proposal-undone', { requestId: row.request_id ?? undefined })
}

/** Cancels the request that a proposal became, unless somebody else has worked on it or it is already closed. */
async function withdraw(
  tx: Tx,
  { deps, actor, policy }: DecisionContext,
  row: ProposalRow,
  number: number,
): Promise<void> {
  const { clock } = deps
  const request = await lockRequest(tx, actor, policy, row.request!)
  const own = [actor.id, row.decided_by_id!]
  if (await isWorkedOn(tx, number, own)) {
    throw new AppError(
      'wrong-status',
      text('Somebody else has already worked on {requestId}, so it stays.', { requestId: request.request_id }),
    )
  }
  if (request.status === 'cancelled') return
  if (!isOpen(request.status)) {
    throw new AppError(
      'wrong-status',
      text('{requestId} has already been finished, so it stays.', { requestId: request.request_id }),
    )
  }
  if (row.suggestion_id !== null) await forgetDraftDecisions(tx, row.suggestion_id)
  const reason = 'Created from a document by mistake: the proposal is open again.'
  await cancelWithin(tx, { clock, policy }, actor, request.id, reason)
}

async function audit(
  tx: Tx,
  { deps, actor }: DecisionContext,
  row: ProposalRow,
  action: AuditAction,
  details: Record<string, unknown> = {},
): Promise<void> {
  await record(tx, deps.clock, {
    actorId: actor.id,
    action,
    targetType: 'proposal',
    targetId: row.id,
    details: { readingId: row.reading_id, position: row.position, ...details },
  })
}
