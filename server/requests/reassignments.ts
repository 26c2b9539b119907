import { isOpen } from '../../shared/requests.ts'
import type { Tx } from '../platform/database/db.ts'
import type { Policy } from '../settings/service.ts'
import { changesBetween } from './changes.ts'
import { lockActivePerson, lockOpenOf, lockRequestRow, openIn } from './queries.ts'
import { saveChange } from './save-change.ts'

/** Reassigns a person's open requests. The caller checks the permission. */
export interface Reassignment {
  from: string
  /** null: unassigned */
  to: string | null
  /** recorded in the history */
  actorId: string
}

/**
 * Reassigns some of a person's open requests to another person, oldest first; to nobody if that account is no longer
 * active.
 * @returns how many; 0 when none are left
 */
export async function reassignBatch(
  tx: Tx,
  { clock, timeZone }: { clock: () => Date; timeZone: string },
  { from, to, actorId }: Reassignment,
  limit: number,
): Promise<number> {
  const now = clock()
  const successor = to === null ? undefined : await lockActivePerson(tx, to)
  const assignedToId = successor?.id ?? null
  const rows = await lockOpenOf(tx, from, limit)
  for (const before of rows) {
    const { after, changes } = changesBetween(before, { assignedToId }, now.toISOString())
    await saveChange(tx, { clock, actor: { id: actorId }, timeZone }, before, after, changes)
  }
  return rows.length
}

/**
 * Moves open requests of a department to another one, each with its own history entry: for closing a department.
 * @param by the person who decided it
 * @returns how many were selected, at most `limit`
 */
export async function moveOpenRequests(
  tx: Tx,
  { clock, policy }: { clock: () => Date; policy: Policy },
  by: string,
  { from, to }: { from: string; to: string },
  limit: number,
): Promise<number> {
  const numbers = await openIn(tx, from, limit)
  for (const { number } of numbers) {
    const [before] = await lockRequestRow(tx, { key: number }, 'number')
    // It may have been moved or finished meanwhile.
    if (!before || before.department !== from || !isOpen(before.status)) continue
    const now = clock()
    const { after, changes } = changesBetween(before, { department: to }, now.toISOString())
    await saveChange(tx, { clock, actor: { id: by }, timeZone: policy.timeZone }, before, after, changes)
  }
  return numbers.length
}
