import { record } from '../../audit/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import { storeAccount } from '../accounts/service.ts'
import { lockPeopleOf } from './queries.ts'

/**
 * Gives some people of a department another one. Accounts store departments by name.
 * @param by the person who decided it
 * @returns how many, at most `limit`
 */
export async function moveSomePeople(
  tx: Tx,
  clock: () => Date,
  by: string,
  { from, to }: { from: string; to: string },
  limit: number,
): Promise<number> {
  const people = await lockPeopleOf(tx, from, limit)
  for (const { id } of people) {
    await storeAccount(tx, id, { department: to }, clock().toISOString())
    await record(tx, clock, {
      actorId: by,
      action: 'user.changed',
      targetType: 'user',
      targetId: id,
      details: { department: { from, to } },
    })
  }
  return people.length
}
