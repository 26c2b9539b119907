import { ADMINISTRATION } from '../../../shared/granting.ts'
import { text } from '../../../shared/texts/say.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { lockByName } from '../../platform/database/dialect.ts'
import { AppError } from '../../platform/errors.ts'
import { parsePermissions } from './permissions.ts'

/** Whether demo accounts count: outside the demo they cannot sign in. */
interface Office {
  demo: boolean
}

/**
 * Runs a change of roles, their holders or active accounts, unless it would leave no person who can manage roles and
 * people. Every such change must call this first in its transaction: they are serialised, so that two administrators
 * cannot remove each other concurrently.
 * @throws AppError `last-administrator`; the transaction must not commit then
 */
export async function ensureAdministratorRemains<T>(tx: Tx, office: Office, change: () => Promise<T>): Promise<T> {
  await lockByName(tx, 'administrators')
  const before = await hasAdministrator(tx, office)
  const result = await change()
  if (!before || (await hasAdministrator(tx, office))) return result
  throw new AppError(
    'last-administrator',
    text(
      'This would leave nobody who can manage both roles and people. Give another active account such a role first.',
    ),
  )
}

/** Whether an active account has `roles.manage` and `team.manage`. */
async function hasAdministrator(reader: Reader, { demo }: Office): Promise<boolean> {
  const roles = await reader.selectFrom('roles').select(['id', 'permissions']).execute()
  const administrating = roles
    .filter(({ permissions }) => {
      const held = parsePermissions(permissions)
      return ADMINISTRATION.every((one) => held.includes(one))
    })
    .map(({ id }) => id)
  if (administrating.length === 0) return false
  const rows = await reader
    .selectFrom('users')
    .select('id')
    .where('role_id', 'in', administrating)
    .where('deactivated_at', 'is', null)
    .where('activated_at', 'is not', null)
    .where('is_demo', '<=', demo ? 1 : 0)
    .limit(1)
    .executeTakeFirst()
  return rows !== undefined
}
