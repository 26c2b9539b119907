import type { Reader } from '../../platform/database/db.ts'

/** The active ones of these people, by name, with what decides what they see. */
export function listActive(reader: Reader, ids: readonly string[]) {
  return reader
    .selectFrom('users as u')
    .innerJoin('roles as o', 'o.id', 'u.role_id')
    .select(['u.id', 'u.first_name', 'u.last_name', 'o.permissions'])
    .where('u.id', 'in', ids)
    .where('u.deactivated_at', 'is', null)
    .orderBy('u.name_key')
    .orderBy('u.id')
    .execute()
}
