import type { PersonName } from '../../../../shared/users.ts'
import type { Reader } from '../../../platform/database/db.ts'

export async function namesOf(reader: Reader, ids: readonly string[]): Promise<Map<string, PersonName>> {
  if (ids.length === 0) return new Map()
  const named = reader.selectFrom('users').select(['id', 'first_name as firstName', 'last_name as lastName'])
  const rows = await named.where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, ...name }) => [id, name]))
}
