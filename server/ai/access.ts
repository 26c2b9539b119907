import type { Permission } from '../../shared/permissions.ts'
import { mayDecideSuggestion } from '../../shared/request-rules.ts'
import type { Db } from '../database/db.ts'
import { AppError } from '../errors.ts'
import type { RequestRow } from '../requests/row.ts'
import { getRow } from '../requests/service.ts'
import type { Actor } from '../services.ts'
import { getPolicy } from '../settings/service.ts'

/** @throws AppError `not-allowed` without the permission */
export function mayOnly(actor: Actor, permission: Permission, what: string): void {
  if (!actor.permissions.has(permission)) throw new AppError('not-allowed', `You are not allowed to ${what}.`)
}

/** Whether what is suggested for a request may be stored with it, and decided, on this person's behalf. */
export function mayDecide(actor: Actor, row: Pick<RequestRow, 'requester_id'>): boolean {
  return mayDecideSuggestion(actor, { requesterId: row.requester_id })
}

/** The stored request of an address, as `getRow` finds it for this person. */
export async function rowFor({ db }: { db: Db }, actor: Actor, address: string): Promise<RequestRow> {
  return getRow(db.read, actor, await getPolicy(db), address)
}
