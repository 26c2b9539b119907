import type { Reader } from '../../platform/database/db.ts'

/** An account with its role, whether or not it is active. */
export function findHolder(reader: Reader, id: string) {
  return reader
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select([
      'users.id',
      'users.first_name as firstName',
      'users.last_name as lastName',
      'users.role_id as role',
      'roles.name as roleName',
      'roles.permissions',
      'users.deactivated_at',
      'users.activated_at',
      'users.is_demo',
    ])
    .where('users.id', '=', id)
    .executeTakeFirst()
}
