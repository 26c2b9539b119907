import type { Permission } from '../../../shared/permissions.ts'
import type { Reader } from '../../platform/database/db.ts'
import { parsePermissions } from './permissions.ts'

interface Rights {
  /** id of the role */
  role: string
  permissions: ReadonlySet<Permission>
}

/** The current role and permissions of an account; undefined when it is deactivated. */
export async function rightsOf(reader: Reader, id: string): Promise<Rights | undefined> {
  const row = await reader
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.role_id as role', 'roles.permissions'])
    .where('users.id', '=', id)
    .where('users.deactivated_at', 'is', null)
    .executeTakeFirst()
  return row && { role: row.role, permissions: new Set(parsePermissions(row.permissions)) }
}
