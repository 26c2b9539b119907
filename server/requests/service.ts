import { dateIn } from '../../shared/dates.ts'
import {
  canMove,
  isOpen,
  mayCancel,
  type NewRequest,
  type NewRequestWithFiles,
  type RequestCancelled,
  type RequestConflict,
  type RequestPatch,
  type ServiceRequest,
  type Status,
  STATUSES,
} from '../../shared/requests.ts'
import type { Reader, Tx } from '../database/db.ts'
import { orderedId } from '../database/ordered-id.ts'
import { addToSearch } from '../search/texts.ts'
import { nextNumber } from '../database/dialect.ts'
import { AppError, fieldError } from '../errors.ts'
import { requirePermission } from '../roles/require-permission.ts'
import { lastChange, recordEvent } from '../history/service.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../idempotency/idempotent-call.ts'
import type { Actor } from '../actor.ts'
import type { Policy } from '../settings/service.ts'
import { requestIdIn } from './address.ts'
import { changesBetween } from './changes.ts'
import type { Deps, StoringDeps } from './deps.ts'
import { checkActive } from './department.ts'
import { countChange } from './counters/service.ts'
import { attachUploads } from '../uploads/attach.ts'
import { findNamed, findNamedAmong, insertRequest, lockActivePerson, lockRequest } from './queries.ts'
import { newRow, type RequestRow, toServiceRequest } from './row.ts'
import { audit, store, stored } from './store.ts'
import { isVisible, visibleTo } from './visibility.ts'

/** The part of an actor that decides what they see. */
type Viewer = Pick<Actor, 'id' | 'permissions'>

/**
 * Finds a request by its address: its id, or the number people know (`RFD-2026-0042`, in any case, zeros optional).
 * @throws AppError `not-found` when it does not exist or the actor may not see it: the two must be indistinguishable
 */
export async function getRequest(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: Actor,
  address: string,
): Promise<ServiceRequest> {
  const policy = await settings.policy()
  const [row] = await findNamed(db.read, ...keyOf(address))
  return toServiceRequest(seen(row, actor, policy))
}

/** Requests by their numbers, without those that the actor may not see. */
export async function requestsNumbered(
  reader: Reader,
  actor: Viewer,
  policy: Policy,
  numbers: readonly number[],
): Promise<Map<number, ServiceRequest>> {
  const rows = numbers.length > 0 ? await findNamedAmong(reader, numbers) : []
  const scope = visibleTo(actor, policy)
  return new Map(rows.filter((row) => isVisible(scope, row)).map((row) => [row.number, toServiceRequest(row)]))
}

/**
 * The stored row of an address, for data that belongs to a request: comments, history, documents. Throws like
 * `getRequest`.
 */
export async function getRow(reader: Reader, actor: Viewer, policy: Policy, address: string): Promise<RequestRow> {
  const [row] = await findNamed(reader, ...keyOf(address))
  return seen(row, actor, policy)
}

/** As `getRow`, with the row locked until the transaction ends. */
export async function getRowForChange(tx: Tx, actor: Actor, policy: Policy, address: string): Promise<RequestRow> {
  const [row] = await lockRequest(tx, ...keyOf(address))
  return seen(row, actor, policy)
}

/**
 * Stores a new request under the next number, pending and unassigned, with its uploaded files.
 * @throws AppError whatever `attachUploads` throws; then nothing is stored
 */
export async function createRequest(
  { db, clock, settings, queue }: StoringDeps,
  actor: Actor,
  { uploadIds = [], ...input }: NewRequestWithFiles,
  once: IdempotentCall = WITHOUT_KEY,
): Promise<ServiceRequest> {
  const policy = await settings.policy()
  return db.write((tx) =>
    once.run(tx, async () => {
      const request = await createWithin(tx, { clock, policy, queue }, actor, input)
      if (uploadIds.length > 0) {
        const row = await getRowForChange(tx, actor, policy, request.id)
        await attachUploads(tx, { clock, policy, queue }, actor, row, uploadIds)
      }
      return request
    }),
  )
}

/** As `createRequest`, within a transaction that also writes other data. */
export async function createWithin(
  tx: Tx,
  { clock, policy, queue }: Pick<StoringDeps, 'clock' | 'queue'> & { policy: Policy },
  actor: Actor,
  input: NewRequest,
): Promise<ServiceRequest> {
  requirePermission(actor, 'requests.create', 'submit requests')
  checkActive(policy.departments, input.department)
  const now = clock()
  const at = now.toISOString()
  const day = dateIn(policy.timeZone, now)
  const number = await nextNumber(tx)
  const request_id = `RFD-${day.slice(0, 4)}-${String(number).padStart(4, '0')}`
  const row = newRow({ number, id: orderedId(now), request_id, requester_id: actor.id, created_at: at }, input)
  await insertRequest(tx, row)
  await addToSearch(tx, { number, requestId: row.request_id, title: row.title, description: row.description })
  await recordEvent(tx, { request_number: number, at, actor_id: actor.id, version: 1 }, 'created')
  await audit(tx, clock, actor, 'request.created', row)
  await countChange(tx, null, row, policy.timeZone)
  // The row itself says that it has no classification yet; the job looks for all such rows.
  await queue.add(tx, { kind: 'classify-missing', payload: null, uniqueKey: 'all' })
  const { firstName, lastName } = actor.user
  const names = { assignee_first: null, assignee_last: null, requester_first: firstName, requester_last: lastName }
  return toServiceRequest({ ...row, ...names })
}

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
  const before = await getRowForChange(tx, actor, policy, address)
  checkSameRequest(before, patch)
  if (patch.version !== undefined && patch.version !== before.version) throw await conflict(tx, before)
  checkReason(before, patch)

  const now = clock()
  const { after, changes } = changesBetween(before, patch, now.toISOString())
  if (changes.length === 0) return stored(tx, before.number)
  if (after.assigned_to_id !== before.assigned_to_id) await checkAssignee(tx, actor, after.assigned_to_id)
  if (after.status !== before.status) checkMove(actor, before, after.status)
  if (after.department !== before.department) checkActive(policy.departments, after.department)
  return store(tx, { clock, actor, timeZone: policy.timeZone }, before, after, changes)
}

/**
 * Withdraws an unfinished request.
 * @throws AppError `not-allowed` unless the actor asked for it or may cancel any; `wrong-status` once it is finished
 */
export async function cancelRequest(
  { db, clock, settings }: Deps,
  actor: Actor,
  address: string,
  reason?: string,
): Promise<RequestCancelled> {
  const policy = await settings.policy()
  return db.write(async (tx) => {
    const request = await cancelWithin(tx, { clock, policy }, actor, address, reason)
    return { message: `Request ${request.requestId} has been cancelled.`, request }
  })
}

/** As `cancelRequest`, within a transaction that also writes other data. */
export async function cancelWithin(
  tx: Tx,
  { clock, policy }: { clock: () => Date; policy: Policy },
  actor: Actor,
  address: string,
  reason?: string,
): Promise<ServiceRequest> {
  const before = await getRowForChange(tx, actor, policy, address)
  checkMayCancel(actor, before)
  if (!isOpen(before.status)) {
    const status = STATUSES[before.status].toLowerCase()
    throw new AppError('wrong-status', `This request is already ${status}, so it cannot be cancelled.`)
  }
  const now = clock()
  const { after, changes } = changesBetween(before, { status: 'cancelled', reason }, now.toISOString())
  return store(tx, { clock, actor, timeZone: policy.timeZone }, before, after, changes)
}

function keyOf(address: string): [{ key: string }, 'id' | 'request_id'] {
  const requestId = requestIdIn(address)
  return requestId === undefined ? [{ key: address }, 'id'] : [{ key: requestId }, 'request_id']
}

function seen<R extends RequestRow>(row: R | undefined, actor: Viewer, policy: Policy): R {
  if (row && isVisible(visibleTo(actor, policy), row)) return row
  throw fieldError('not-found', 'id', 'There is no such request.')
}

function checkSameRequest(row: RequestRow, patch: RequestPatch): void {
  if (patch.id === undefined || patch.id === row.id || patch.id === row.request_id) return
  throw fieldError('bad-input', 'id', 'The id in the body does not match the request in the address.')
}

function checkReason(row: RequestRow, patch: RequestPatch): void {
  if (patch.reason === undefined || (patch.status !== undefined && patch.status !== row.status)) return
  throw fieldError('bad-input', 'reason', 'A reason can only be given when the status changes.')
}

async function conflict(tx: Tx, row: RequestRow): Promise<AppError> {
  const last = await lastChange(tx, row.number)
  const current: RequestConflict['current'] = {
    ...(await stored(tx, row.number)),
    changedBy: last?.changedBy ?? null,
    changedAt: last?.changedAt ?? row.updated_at,
  }
  const message = 'Somebody else has changed this request since you opened it.'
  return new AppError('stale-version', message, { extra: { current } })
}

/** @throws AppError `not-allowed`; `bad-input` on the field at `path` for a person without an active account */
export async function checkAssignee(
  tx: Tx,
  actor: Actor,
  assigneeId: string | null,
  path = 'assignedToId',
): Promise<void> {
  requirePermission(actor, 'requests.assign', 'assign requests')
  if (assigneeId === null || (await lockActivePerson(tx, assigneeId))) return
  throw fieldError('bad-input', path, 'The assignee must be somebody with an active account.')
}

function checkMove(actor: Actor, before: RequestRow, to: Status): void {
  if (to === 'cancelled') checkMayCancel(actor, before)
  if (canMove(before.status, to)) return
  const message = `A request that is ${STATUSES[before.status]} cannot be moved to ${STATUSES[to]}.`
  throw fieldError('wrong-status', 'status', message)
}

function checkMayCancel(actor: Actor, row: RequestRow): void {
  if (mayCancel(actor, { requesterId: row.requester_id })) return
  throw new AppError('not-allowed', 'Only the requester or a manager can cancel this request.')
}
