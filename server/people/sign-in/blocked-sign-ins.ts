import { collisionKey, usernameKey } from '../../../shared/account-keys.ts'
import type { BlockedSignIns, BlockedSignInsQuery } from '../../../shared/blocked-sign-ins.ts'
import { text } from '../../../shared/texts/say.ts'
import { record } from '../../audit/service.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Deps } from './deps.ts'
import { requirePermission } from '../roles/require-permission.ts'

/** The current blocks, those that last longest first. */
export async function listBlockedSignIns(
  { db, clock }: Deps,
  actor: Actor,
  { page = 1, limit = 25 }: BlockedSignInsQuery,
): Promise<BlockedSignIns> {
  requirePermission(actor, 'settings.manage', 'change settings')
  const standing = blocked(db.read, clock())
  const [rows, { total }] = await Promise.all([
    standing
      .leftJoin('users', 'users.username_key', 'sign_in_failures.account')
      .leftJoin('users as owner', 'owner.id', 'sign_in_failures.account')
      .select([
        'sign_in_failures.id',
        'kind',
        'users.username',
        'owner.username as owner',
        'address',
        'failures',
        'last_failed_at as lastFailedAt',
        'blocked_until',
      ])
      .orderBy('blocked_until', 'desc')
      .orderBy('sign_in_failures.id')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    standing.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return {
    blocks: rows.map(({ owner, username, blocked_until, ...block }) => ({
      ...block,
      username: block.kind === 'password' ? owner : username,
      // `blocked` only has rows with a `blocked_until`.
      blockedUntil: blocked_until!,
    })),
    total: Number(total),
  }
}

/**
 * Lifts a block and deletes its failures.
 * @throws AppError `not-found` when it has expired meanwhile
 */
export async function liftBlock({ db, clock, lookups }: Deps, actor: Actor, id: string): Promise<void> {
  requirePermission(actor, 'settings.manage', 'change settings')
  const { key: unblocked } = await db.write(async (tx) => {
    const lifted = await tx
      .deleteFrom('sign_in_failures')
      .where('id', '=', id)
      .where('blocked_until', '>', clock().toISOString())
      .returning(['key', 'kind', 'account', 'address'])
      .executeTakeFirst()
    if (!lifted) throw new AppError('not-found', text('This block has already ended.'))
    const { kind, account, address } = lifted
    const user = await tx
      .selectFrom('users')
      .select('id')
      .where(kind === 'password' ? 'id' : 'username_key', '=', account ?? '')
      .executeTakeFirst()
    await record(tx, clock, {
      actorId: actor.id,
      action: 'sign-in.block-lifted',
      ...(user && { targetType: 'user', targetId: user.id }),
      details: { kind, address },
    })
    return lifted
  })
  lookups.lifted(unblocked)
}

function blocked(reader: Reader, now: Date) {
  return reader.selectFrom('sign_in_failures').where('blocked_until', '>', now.toISOString())
}

/**
 * Deletes all failures that keep one person from signing in: those of the account, those of addresses that tried it,
 * and wrong current passwords. A running server that has cached a block drops it within a second.
 * @returns how many there were
 */
export async function liftAllBlocks(tx: Tx, { id, username }: { id: string; username: string }): Promise<number> {
  const names = [id, usernameKey(username), collisionKey(username)]
  const own = tx.selectFrom('sign_in_failures').where('account', 'in', names)
  const pairs = await own.select('address').where('kind', '=', 'pair').execute()
  const addresses = pairs.flatMap(({ address }) => address ?? [])
  const { numDeletedRows } = await tx
    .deleteFrom('sign_in_failures')
    .where((row) =>
      row.or([
        row('account', 'in', names),
        ...(addresses.length > 0 ? [row.and([row('kind', '=', 'address'), row('address', 'in', addresses)])] : []),
      ]),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
