import { isOpen } from '../../shared/requests.ts'
import type { Tx } from '../database/db.ts'
import type { Policy } from '../settings/service.ts'
import { changesBetween } from './changes.ts'
import { lockOpenOf, lockRequest, openIn } from './queries.ts'
import { store } from './store.ts'

/** Somebody's open requests change hands. Who may ask for that is the caller's to check. */
export interface HandOver {
  from: string
  /** null: nobody's */
  to: string | null
  /** who asked for it, as the history says */
  actorId: string
}

/**
 * Gives some of a person's open requests to another, or to nobody, oldest first.
 * @returns how many; none when all are done
 */
export async function handOverSome(
  tx: Tx,
  { clock, timeZone }: { clock: () => Date; timeZone: string },
  { from, to, actorId }: HandOver,
  most: number,
): Promise<number> {
  const now = clock()
  const rows = await lockOpenOf(tx, from, most)
  for (const before of rows) {
    const { after, changes } = changesBetween(before, { assignedToId: to }, now.toISOString())
    await store(tx, { clock, actor: { id: actorId }, timeZone }, before, after, changes)
  }
  return rows.length
}

/**
 * Moves open requests of a department to another one, each with its own history entry: for whoever closes a department.
 * @param by who decided it
 * @returns how many were moved, at most `most`
 */
export async function moveOpenRequests(
  tx: Tx,
  { clock, policy }: { clock: () => Date; policy: Policy },
  by: string,
  { from, to }: { from: string; to: string },
  most: number,
): Promise<number> {
  const numbers = await openIn(tx, from, most)
  for (const { number } of numbers) {
    const [before] = await lockRequest(tx, { key: number }, 'number')
    // Somebody else may have moved or finished it meanwhile.
    if (!before || before.department !== from || !isOpen(before.status)) continue
    const now = clock()
    const { after, changes } = changesBetween(before, { department: to }, now.toISOString())
    await store(tx, { clock, actor: { id: by }, timeZone: policy.timeZone }, before, after, changes)
  }
  return numbers.length
}
