import { usernameKey } from '../../../shared/account-keys.ts'
import type { MentionableQuery, MentionedPerson } from '../../../shared/comments.ts'
import { fold } from '../../../shared/fold.ts'
import type { Actor } from '../../platform/actor.ts'
import { escapeLike } from '../../platform/database/dialect.ts'
import { parsePermissions } from '../../people/roles/permissions.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import { getRow } from '../service.ts'
import { visibleTo } from '../visibility.ts'
import type { Deps } from './deps.ts'
import { findMentionable, listRoles } from './mention-queries.ts'

/**
 * The first people by name whom a comment on a request can mention: those who can read it, and whose name or username has
 * what was typed.
 */
export async function listMentionable(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: Actor,
  address: string,
  { search = '', internal = false }: MentionableQuery,
): Promise<MentionedPerson[]> {
  requirePermission(actor, 'comments.create', 'comment')
  if (internal) requirePermission(actor, 'comments.internal', 'write internal notes')
  const policy = await settings.policy()
  const request = await getRow(db.read, actor, policy, address)
  const roles = (await listRoles(db.read, {})).map(({ id, permissions }) => ({
    id,
    permissions: new Set(parsePermissions(permissions)),
  }))
  const readers = roles.filter(({ permissions }) => !internal || permissions.has('comments.internal'))
  const seeAll = readers.filter((role) => visibleTo(role, policy) === null)
  const ids = (some: typeof roles) => JSON.stringify(some.map(({ id }) => id))
  const query = findMentionable.fill(db.read, {
    name: escapeLike(fold(search)),
    username: escapeLike(usernameKey(search)),
    seeAll: ids(seeAll),
    readers: ids(readers),
    requester: request.requester_id,
    assignee: request.assigned_to_id ?? '',
  })
  const rows = await db.readInWorker(query, 'search')
  return rows.map(({ username, first, last }) => ({ username, firstName: first, lastName: last }))
}
