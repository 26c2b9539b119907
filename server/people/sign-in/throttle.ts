import { hash } from 'node:crypto'
import type { ThrottleKind } from '../../../shared/blocked-sign-ins.ts'
import { deletedBefore } from '../../../shared/retention.ts'
import { THROTTLE, type Throttle } from '../../../shared/security.ts'
import { text } from '../../../shared/texts/say.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { forUpdate } from '../../platform/database/dialect.ts'
import { AppError } from '../../platform/errors.ts'

/**
 * The part of the policy that applies to each kind of failure. Guessing the current password inside an open session is
 * like guessing one account from one address.
 */
const RULE_OF = { pair: 'pair', account: 'account', address: 'address', password: 'pair' } as const satisfies Record<
  ThrottleKind,
  keyof Throttle
>

/** The keys that failures are counted under. */
export type ThrottleKey =
  | { kind: 'pair'; account: string; address: string }
  | { kind: 'account'; account: string }
  | { kind: 'address'; address: string }
  /** `account` is the person's id here, else the key of the account or of the unknown name that was typed */
  | { kind: 'password'; account: string }

/** The keys of a sign-in attempt, in the order in which they are counted and locked. */
export function signInKeys(account: string, address: string, isOwnAddress: boolean): ThrottleKey[] {
  const keys: ThrottleKey[] = [
    { kind: 'address', address },
    { kind: 'pair', account, address },
  ]
  return isOwnAddress ? keys : [{ kind: 'account', account }, ...keys]
}

/** @throws AppError `too-many-attempts` with Retry-After while one of the keys is blocked */
export async function refuseWhileBlocked(reader: Reader, keys: ThrottleKey[], now: Date): Promise<void> {
  for (const { blocked_until } of await blocks(reader, keys).execute()) refuseUntil(blocked_until, now)
}

/** As `refuseWhileBlocked`, within a transaction: waits for failures that are being counted. */
export async function refuseWhileBlockedIn(tx: Tx, keys: ThrottleKey[], now: Date): Promise<void> {
  for (const { blocked_until } of await forUpdate(tx, blocks(tx, keys)).execute()) refuseUntil(blocked_until, now)
}

/** In the order in which failures are counted, so that two transactions cannot deadlock. */
function blocks(reader: Reader, keys: ThrottleKey[]) {
  return reader
    .selectFrom('sign_in_failures')
    .select('blocked_until')
    .where('key', 'in', keys.map(storedKey))
    .orderBy('key')
}

/** @throws AppError `too-many-attempts` with Retry-After while the instant is in the future */
export function refuseUntil(instant: string | null, now: Date): void {
  const until = instant === null ? 0 : Date.parse(instant)
  const seconds = Math.ceil((until - now.getTime()) / 1000)
  if (seconds <= 0) return
  const wait = seconds === 1 ? '1 second' : seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  throw new AppError('too-many-attempts', text('Too many failed attempts. Please try again in {wait}.', { wait }), {
    headers: { 'retry-after': String(seconds) },
  })
}

/**
 * Counts a failure under each key. Beyond the policy's free failures, the delay doubles with each further one.
 * @throws AppError `too-many-attempts` when a key was blocked after `refuseWhileBlocked`, since checking a password
 *   takes time: in a burst of guesses only the free ones learn whether they were right
 */
export async function countFailure(tx: Tx, keys: ThrottleKey[], now: Date, policy = THROTTLE): Promise<void> {
  const forgotten = deletedBefore('signInFailures', now)
  await tx.deleteFrom('sign_in_failures').where('last_failed_at', '<', forgotten).execute()
  for (const throttled of keys) {
    const key = storedKey(throttled)
    const last_failed_at = now.toISOString()
    const { failures, blocked_until: before } = await tx
      .insertInto('sign_in_failures')
      .values({
        key,
        id: hash('sha256', key).slice(0, 32),
        kind: throttled.kind,
        account: 'account' in throttled ? throttled.account : null,
        address: 'address' in throttled ? throttled.address : null,
        failures: 1,
        last_failed_at,
        blocked_until: null,
      })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((set) => ({ failures: set('sign_in_failures.failures', '+', 1), last_failed_at })),
      )
      .returning(['failures', 'blocked_until'])
      .executeTakeFirstOrThrow()
    refuseUntil(before, now)
    const seconds = delaySeconds(policy[RULE_OF[throttled.kind]], failures)
    if (seconds === 0) continue
    const blocked_until = new Date(now.getTime() + seconds * 1000).toISOString()
    await tx.updateTable('sign_in_failures').set({ blocked_until }).where('key', '=', key).execute()
  }
}

/** After the right password: resets the person's failures, but not those of the address. */
export async function forgetFailures(tx: Tx, keys: ThrottleKey[]): Promise<void> {
  const own = keys.filter(({ kind }) => kind !== 'address').map(storedKey)
  await tx.deleteFrom('sign_in_failures').where('key', 'in', own).execute()
}

/** Sorts in the order of `signInKeys`; an address contains no blank, so two pairs never share a key. */
export function storedKey(key: ThrottleKey): string {
  if (key.kind === 'pair') return `pair:${key.address} ${key.account}`
  return `${key.kind}:${key.kind === 'address' ? key.address : key.account}`
}

function delaySeconds({ free, longestMinutes }: Throttle[keyof Throttle], failures: number): number {
  return failures < free ? 0 : Math.min(longestMinutes * 60, 2 ** Math.min(failures - free, 20))
}
