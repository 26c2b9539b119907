import { isOpen, mayCancel, type RequestCancelled, type ServiceRequest, STATUSES } from '../../shared/requests.ts'
import { text } from '../../shared/texts/say.ts'
import type { Tx } from '../platform/database/db.ts'
import { AppError } from '../platform/errors.ts'
import type { Actor } from '../platform/actor.ts'
import type { Policy } from '../settings/service.ts'
import { changesBetween } from './changes.ts'
import type { Deps } from './deps.ts'
import type { RequestRow } from './row.ts'
import { saveChange } from './save-change.ts'
import { lockRequest } from './service.ts'

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
  const before = await lockRequest(tx, actor, policy, address)
  checkMayCancel(actor, before)
  if (!isOpen(before.status)) {
    const status = STATUSES[before.status].toLowerCase()
    throw new AppError('wrong-status', text('This request is already {status}, so it cannot be cancelled.', { status }))
  }
  const now = clock()
  const { after, changes } = changesBetween(before, { status: 'cancelled', reason }, now.toISOString())
  return saveChange(tx, { clock, actor, timeZone: policy.timeZone }, before, after, changes)
}

export function checkMayCancel(actor: Actor, row: RequestRow): void {
  if (mayCancel(actor, { requesterId: row.requester_id })) return
  throw new AppError('not-allowed', text('Only the requester or a manager can cancel this request.'))
}
