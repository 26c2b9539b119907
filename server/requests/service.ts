import type { ServiceRequest } from '../../shared/requests.ts'
import { text } from '../../shared/texts/say.ts'
import type { Reader, Tx } from '../platform/database/db.ts'
import { fieldError } from '../platform/errors.ts'
import type { Actor } from '../platform/actor.ts'
import type { Policy } from '../settings/service.ts'
import { requestIdIn } from './address.ts'
import type { Deps } from './deps.ts'
import { findNamed, findNamedAmong, findRow, lockRequestRow } from './queries.ts'
import { type RequestRow, toServiceRequest } from './row.ts'
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
  return toServiceRequest(checkVisible(row, actor, policy))
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
  const [row] = await findRow(reader, ...keyOf(address))
  return checkVisible(row, actor, policy)
}

/** As `getRow`, with the row locked until the transaction ends. */
export async function lockRequest(tx: Tx, actor: Actor, policy: Policy, address: string): Promise<RequestRow> {
  const [row] = await lockRequestRow(tx, ...keyOf(address))
  return checkVisible(row, actor, policy)
}

function keyOf(address: string): [{ key: string }, 'id' | 'request_id'] {
  const requestId = requestIdIn(address)
  return requestId === undefined ? [{ key: address }, 'id'] : [{ key: requestId }, 'request_id']
}

function checkVisible<R extends RequestRow>(row: R | undefined, actor: Viewer, policy: Policy): R {
  if (row && isVisible(visibleTo(actor, policy), row)) return row
  throw fieldError('not-found', 'id', text('There is no such request.'))
}
