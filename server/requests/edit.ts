import {
  canMove,
  movesPromise,
  type RequestConflict,
  type RequestPatch,
  type ServiceRequest,
  type Status,
  STATUSES,
} from '../../shared/requests.ts'
import { text } from '../../shared/texts/say.ts'
import type { Tx } from '../platform/database/db.ts'
import { AppError, fieldError } from '../platform/errors.ts'
import { requirePermission } from '../people/roles/require-permission.ts'
import { lastChange } from './history/service.ts'
import type { Actor } from '../platform/actor.ts'
import type { Policy } from '../settings/service.ts'
import { changesBetween } from './changes.ts'
import type { Deps } from './deps.ts'
import { checkActive } from './department.ts'
import { lockActivePerson } from './queries.ts'
import type { RequestRow } from './row.ts'
import { saveChange, reload } from './save-change.ts'
import { checkMayCancel } from './cancel.ts'
import { lockRequest } from './service.ts'

/**
 * Changes the fields named in the patch; a patch without effect writes nothing.
 * @throws AppError `stale-version` with the current request when it was changed since the editor loaded it,
 *   `wrong-status` for a move that isn't in `TRANSITIONS`, `bad-input` for an assignee without an active account
 */
export async function editRequest(
  { db, clock, settings }: Deps,
  actor: Actor,
  address: string,
  patch: RequestPatch,
): Promise<ServiceRequest> {
  const policy = await settings.policy()
  return db.write((tx) => editWithin(tx, { clock, policy }, actor, address, patch))
}

/** As `editRequest`, within a transaction that also writes other data. */
export async function editWithin(
  tx: Tx,
  { clock, policy }: { clock: () => Date; policy: Policy },
  actor: Actor,
  address: string,
  patch: RequestPatch,
): Promise<ServiceRequest> {
  requirePermission(actor, 'requests.edit', 'edit requests')
  const before = await lockRequest(tx, actor, policy, address)
  checkSameRequest(before, patch)
  if (patch.version !== undefined && patch.version !== before.version) throw await conflict(tx, before)
  checkReason(before, patch)

  const now = clock()
  const { after, changes } = changesBetween(before, patch, now.toISOString())
  if (changes.length === 0) return reload(tx, before.number)
  if (after.assigned_to_id !== before.assigned_to_id) await checkAssignee(tx, actor, after.assigned_to_id)
  if (after.status !== before.status) checkMove(actor, before, after.status)
  if (after.department !== before.department) checkActive(policy.departments, after.department)
  return saveChange(tx, { clock, actor, timeZone: policy.timeZone }, before, after, changes)
}

function checkSameRequest(row: RequestRow, patch: RequestPatch): void {
  if (patch.id === undefined || patch.id === row.id || patch.id === row.request_id) return
  throw fieldError('bad-input', 'id', text('The id in the body does not match the request in the address.'))
}

function checkReason(row: RequestRow, patch: RequestPatch): void {
  if (patch.reason === undefined || (patch.status !== undefined && patch.status !== row.status)) return
  const { status, due_date: dueDate } = row
  if (movesPromise({ status, dueDate }, { status, dueDate: patch.dueDate ?? dueDate })) return
  const message = text('A reason can only be given when the status changes, or the due date of an open request.')
  throw fieldError('bad-input', 'reason', message)
}

async function conflict(tx: Tx, row: RequestRow): Promise<AppError> {
  const last = await lastChange(tx, row.number)
  const current: RequestConflict['current'] = {
    ...(await reload(tx, row.number)),
    changedBy: last?.changedBy ?? null,
    changedAt: last?.changedAt ?? row.updated_at,
  }
  const message = text('Somebody else has changed this request since you opened it.')
  return new AppError('stale-version', message, { extra: { current } })
}

/** @throws AppError `not-allowed`; `bad-input` on the field at `path` for a person without an active account */
export async function checkAssignee(
  tx: Tx,
  actor: Pick<Actor, 'permissions'>,
  assigneeId: string | null,
  path = 'assignedToId',
): Promise<void> {
  requirePermission(actor, 'requests.assign', 'assign requests')
  if (assigneeId === null || (await lockActivePerson(tx, assigneeId))) return
  throw fieldError('bad-input', path, text('The assignee must be somebody with an active account.'))
}

function checkMove(actor: Actor, before: RequestRow, to: Status): void {
  if (to === 'cancelled') checkMayCancel(actor, before)
  if (canMove(before.status, to)) return
  const message = text('A request that is {from} cannot be moved to {to}.', {
    from: STATUSES[before.status],
    to: STATUSES[to],
  })
  throw fieldError('wrong-status', 'status', message)
}
