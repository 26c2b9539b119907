import { deletedBefore } from '../../shared/retention.ts'
import type { Watcher } from '../../shared/notices.ts'
import type { Actor } from '../platform/actor.ts'
import { tellPages } from '../platform/database/hints.ts'
import { getRow, lockRequest } from '../requests/service.ts'
import type { Deps } from './deps.ts'
import { dropOldChoices, listWatchers, newestEntryOf, storeChoice } from './watch-queries.ts'

/**
 * Has the actor notified of a request's changes, or no longer; also of one that they asked for or work on. Mentions,
 * questions and assignments reach them anyway.
 */
export async function chooseWatching(
  { db, settings, clock }: Deps,
  actor: Actor,
  address: string,
  watches: boolean,
): Promise<void> {
  const policy = await settings.policy()
  const now = clock()
  await db.write(async (tx) => {
    const { number, id, requester_id, assigned_to_id } = await lockRequest(tx, actor, policy, address)
    await storeChoice(tx, {
      request_number: number,
      person_id: actor.id,
      after_id: await newestEntryOf(tx, number),
      watches: watches ? 1 : 0,
      at: now.toISOString(),
    })
    tellPages(tx, { kind: 'watchers', id, request: { requester_id, assigned_to_id } })
    await dropOldChoices(tx, number, actor.id, deletedBefore('watchChoices', now))
  })
}

/** The people who are notified of a request's changes, by name. */
export async function listRequestWatchers(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: Actor,
  address: string,
): Promise<Watcher[]> {
  const policy = await settings.policy()
  const { number } = await getRow(db.read, actor, policy, address)
  const rows = await listWatchers(db.read, number, {
    isOwnOnly: policy.visibility === 'own',
    withInternal: actor.permissions.has('comments.internal'),
  })
  return rows.map(({ id, first, last }) => ({ id, firstName: first, lastName: last }))
}
