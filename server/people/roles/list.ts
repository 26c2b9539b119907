import { lookAlikeKey } from '../../../shared/look-alikes.ts'
import { BUILT_IN_ROLES } from '../../../shared/permissions.ts'
import type { Role, RolePeople } from '../../../shared/roles.ts'
import { text } from '../../../shared/texts/say.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Reader } from '../../platform/database/db.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { Deps } from './deps.ts'
import { parsePermissions } from './permissions.ts'
import { allRoles, countPeople, peopleOf, type RoleRow } from './queries.ts'
import { requireOneOf } from './require-permission.ts'

const PAGE = 20
export const BUILT_IN = Object.keys(BUILT_IN_ROLES)

/** Administrator, Manager, User, then custom roles by name. */
export async function listRoles({ db, config }: Pick<Deps, 'db' | 'config'>, actor: Actor): Promise<Role[]> {
  requireOneOf(actor, ['roles.manage', 'team.manage'], 'see roles')
  return readRoles(db.read, config.demo)
}

/** The active accounts in a role, by name. */
export async function listPeople(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  id: string,
  { page = 1, limit = PAGE }: { page?: number; limit?: number },
): Promise<RolePeople> {
  requireOneOf(actor, ['roles.manage', 'team.manage'], 'see roles')
  const role = (await readRoles(db.read, config.demo)).find((one) => one.id === id)
  if (!role) throw noSuchRole()
  return { people: await peopleOf(db.read, [id], config.demo, { page, limit }), total: role.people }
}

export async function getRole(reader: Reader, { config }: Pick<Deps, 'config'>, id: string): Promise<Role> {
  const role = (await readRoles(reader, config.demo)).find((one) => one.id === id)
  if (!role) throw noSuchRole()
  return role
}

async function readRoles(reader: Reader, demo: boolean): Promise<Role[]> {
  const [rows, people] = await Promise.all([allRoles(reader), countPeople(reader, demo)])
  const roles = rows.map((row) => toRole(row, people.get(row.id)))
  const rank = ({ id }: Role) => (BUILT_IN.includes(id) ? BUILT_IN.length - BUILT_IN.indexOf(id) : BUILT_IN.length + 1)
  return roles.sort((a, b) => rank(a) - rank(b) || (lookAlikeKey(a.name) < lookAlikeKey(b.name) ? -1 : 1))
}

export function toRole(row: RoleRow, { active, all } = { active: 0, all: 0 }): Role {
  const { id, name, description, version } = row
  const permissions = parsePermissions(row.permissions)
  const isBuiltIn = BUILT_IN.includes(id)
  return { id, name, description, permissions, isBuiltIn, people: active, inactivePeople: all - active, version }
}

export function noSuchRole(): AppError {
  return fieldError('not-found', 'id', text('There is no such role.'))
}
