import type { Permission } from '../../shared/permissions.ts'
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

/** The stored request of an address, as `getRow` finds it for this person. */
export async function rowFor({ db }: { db: Db }, actor: Actor, address: string): Promise<RequestRow> {
  return getRow(db.read, actor, await getPolicy(db), address)
}
