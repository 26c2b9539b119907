import { isIPv6 } from 'node:net'
import type { Reader, Tx } from '../database/db.ts'
import { forUpdate } from '../database/words.ts'
import { AppError } from '../errors.ts'

/** How failures of one kind slow the next attempt down. */
interface Rule {
  /** failures that cost nothing: people mistype */
  free: number
  longestSeconds: number
}

const RULES = {
  account: { free: 5, longestSeconds: 900 },
  // A whole office may share one address, so it gets more patience and a shorter longest delay.
  address: { free: 50, longestSeconds: 60 },
  // Guessing the current password from inside an open session.
  password: { free: 5, longestSeconds: 900 },
} satisfies Record<string, Rule>

type Kind = keyof typeof RULES
export type ThrottleKey = `${Kind}:${string}`

/** Failures are forgotten after this long without another. */
const REMEMBERED_MS = 3_600_000

/** @throws AppError `too-many-attempts` with Retry-After while one of the keys is blocked */
export async function refuseWhileBlocked(reader: Reader, keys: ThrottleKey[], now: Date): Promise<void> {
  for (const { blocked_until } of await blocks(reader, keys).execute()) refuseUntil(blocked_until, now)
}

/** The same within a transaction, after those who are just counting their failures. */
export async function refuseWhileBlockedIn(tx: Tx, keys: ThrottleKey[], now: Date): Promise<void> {
  for (const { blocked_until } of await forUpdate(tx, blocks(tx, keys)).execute()) refuseUntil(blocked_until, now)
}

/** In the order in which failures are counted, so that two who wait for them cannot wait for each other. */
function blocks(reader: Reader, keys: ThrottleKey[]) {
  return reader.selectFrom('sign_in_failures').select('blocked_until').where('key', 'in', keys).orderBy('key')
}

function refuseUntil(instant: string | null, now: Date): void {
  const until = instant === null ? 0 : Date.parse(instant)
  const seconds = Math.ceil((until - now.getTime()) / 1000)
  if (seconds <= 0) return
  const wait = seconds === 1 ? '1 second' : seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  throw new AppError('too-many-attempts', `Too many failed attempts. Please try again in ${wait}.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

/**
 * Counts a failure under each key. Past the free ones the delay doubles with every further failure.
 * @throws AppError `too-many-attempts` when a key came to be blocked since `refuseWhileBlocked` was asked, for checking a
 * password takes its time: of a burst of guesses only the free ones are told whether they were right
 */
export async function countFailure(tx: Tx, keys: ThrottleKey[], now: Date): Promise<void> {
  const forgotten = new Date(now.getTime() - REMEMBERED_MS).toISOString()
  await tx.deleteFrom('sign_in_failures').where('last_failed_at', '<', forgotten).execute()
  for (const key of keys) {
    const last_failed_at = now.toISOString()
    const { failures, blocked_until: before } = await tx
      .insertInto('sign_in_failures')
      .values({ key, failures: 1, last_failed_at, blocked_until: null })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((set) => ({ failures: set('sign_in_failures.failures', '+', 1), last_failed_at })),
      )
      .returning(['failures', 'blocked_until'])
      .executeTakeFirstOrThrow()
    refuseUntil(before, now)
    const seconds = delaySeconds(key, failures)
    if (seconds === 0) continue
    const blocked_until = new Date(now.getTime() + seconds * 1000).toISOString()
    await tx.updateTable('sign_in_failures').set({ blocked_until }).where('key', '=', key).execute()
  }
}

export async function forgetFailures(tx: Tx, key: ThrottleKey): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('key', '=', key).execute()
}

/**
 * An IPv6 customer owns a whole /64 and could otherwise use a new address for each guess. Some proxies name the caller's
 * port as well, which is another one for each connection.
 */
export function addressKey(address: string): ThrottleKey {
  const ip = address.replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return `address:${ip.replace(/^::ffff:/, '')}`
  const [head = '', tail] = ip.split('::')
  const groups = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  while (groups.length + after.length < 8) groups.push('0')
  return `address:${[...groups, ...after].slice(0, 4).join(':')}::/64`
}

function delaySeconds(key: ThrottleKey, failures: number): number {
  const { free, longestSeconds } = RULES[key.slice(0, key.indexOf(':')) as Kind]
  return failures < free ? 0 : Math.min(longestSeconds, 2 ** Math.min(failures - free, 20))
}
