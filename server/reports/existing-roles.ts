import type { Tx } from '../platform/database/db.ts'
import { fieldError } from '../platform/errors.ts'
import { rolesWith } from './queries.ts'
import { text } from '../../shared/texts/say.ts'

/**
 * The wanted roles that exist. A role that was stored before and has been deleted since is left out: no form lists it, so
 * nobody could remove it by hand.
 * @throws AppError `bad-input` for a role that neither exists nor was stored before
 */
export async function existingRoles(
  tx: Tx,
  names: readonly string[],
  former: readonly string[] = [],
  path = 'sharedWith',
): Promise<string[]> {
  if (names.length === 0) return []
  const known = new Set((await rolesWith(tx)).map(({ id }) => id))
  if (names.every((id) => known.has(id) || former.includes(id))) return names.filter((id) => known.has(id))
  throw fieldError('bad-input', path, text('There is no such role'))
}
