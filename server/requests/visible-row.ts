import type { Actor } from '../platform/actor.ts'
import type { Deps } from './deps.ts'
import type { RequestRow } from './row.ts'
import { getRow } from './service.ts'

/** The stored request of an address, if visible to this person; throws like `getRow`. */
export async function getVisibleRow(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: Actor,
  address: string,
): Promise<RequestRow> {
  return getRow(db.read, actor, await settings.policy(), address)
}
