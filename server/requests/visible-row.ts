import type { Db } from '../database/db.ts'
import type { Actor } from '../actor.ts'
import { getPolicy } from '../settings/service.ts'
import type { RequestRow } from './row.ts'
import { getRow } from './service.ts'

/** The stored request of an address, as `getRow` finds it for this person. */
export async function getVisibleRow({ db }: { db: Db }, actor: Actor, address: string): Promise<RequestRow> {
  return getRow(db.read, actor, await getPolicy(db), address)
}
