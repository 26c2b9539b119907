import type { Activity, Presence, PresenceSaid } from '../../../shared/presence.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/db.ts'
import { getRow } from '../../requests/service.ts'
import { isVisible, visibleTo } from '../../requests/visibility.ts'
import { parsePermissions } from '../../people/roles/permissions.ts'
import type { Settings } from '../../settings/service.ts'
import type { EventHub } from '../events/hub.ts'
import { listActive } from './queries.ts'

export interface Deps {
  db: Db
  settings: Settings
  events: Pick<EventHub, 'presence'>
}

/** People named of one request. */
const MAX_NAMED = 20

/**
 * Notes that the actor has a request open.
 * @returns the others who do, as far as they may see it
 */
export async function sayPresence(
  { db, settings, events: { presence } }: Deps,
  actor: Actor,
  address: string,
  { page, activity }: PresenceSaid,
): Promise<Presence> {
  const policy = await settings.policy()
  const { id, requester_id, assigned_to_id } = await getRow(db.read, actor, policy, address)
  const request = { id, requester_id, assigned_to_id }
  presence.say({ page, personId: actor.id, request, activity: activity === 'gone' ? null : activity })
  const here = presence.at(id)
  here.delete(actor.id)
  if (activity === 'gone' || here.size === 0) return { people: [] }
  const ids = [...here.keys()].toSorted(editorsFirst((id) => here.get(id)!))
  const rows = await listActive(db.read, ids.slice(0, MAX_NAMED))
  const people = rows
    .filter((row) => {
      const permissions = new Set(parsePermissions(row.permissions))
      return isVisible(visibleTo({ id: row.id, permissions }, policy), request)
    })
    .map((row) => ({ id: row.id, firstName: row.first_name, lastName: row.last_name, activity: here.get(row.id)! }))
  return { people: people.toSorted(editorsFirst((person) => person.activity)) }
}

function editorsFirst<T>(activityOf: (one: T) => Activity): (a: T, b: T) => number {
  return (a, b) => Number(activityOf(b) === 'editing') - Number(activityOf(a) === 'editing')
}
