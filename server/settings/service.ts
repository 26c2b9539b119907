import { z } from 'zod'
import { PASSWORD_FLOOR } from '../../shared/users.ts'
import type { Db, Reader } from '../database/db.ts'
import type { Services } from '../services.ts'

/** The office's rules. Each is one row of `settings`, its value as JSON; a missing or unreadable one counts as the default. */
const Policy = z.object({
  timeZone: z.string().refine(isTimeZone).catch('UTC'),
  visibility: z.enum(['all', 'own']).catch('all'),
  /** what estimates count: every day, or Monday to Friday */
  estimateDays: z.enum(['calendar', 'working']).catch('calendar'),
  passwordMinLength: z.int().min(PASSWORD_FLOOR).max(64).catch(12),
  /** a session unused for so long has ended */
  idleMinutes: z.int().min(5).max(1440).catch(240),
  /** a session this old has ended, used or not; the page drops its token after 24 hours anyway */
  absoluteHours: z.int().min(1).max(24).catch(24),
  maxSessions: z.int().min(1).max(1000).catch(3),
})
export type Policy = z.infer<typeof Policy>

/** The demo's: short passwords, and shared accounts that many people may try at once. */
export const DEMO_POLICY: Partial<Policy> = { passwordMinLength: PASSWORD_FLOOR, maxSessions: 100 }

/** How long another process's change of the policy may go unnoticed. */
const SHARED_FOR_MS = 1000
const known = new WeakMap<Reader, { policy: Policy; readAt: number }>()

/** The rules as they are now, from memory; with PostgreSQL another process's change shows after a second. */
export async function getPolicy(db: Db): Promise<Policy> {
  const policyInMemory = peekPolicy(db)
  if (policyInMemory) return policyInMemory
  const readAt = performance.now()
  const rows = await db.read.selectFrom('settings').select(['key', 'value']).execute()
  const policy = Policy.parse(Object.fromEntries(rows.map(({ key, value }) => [key, parsed(value)])))
  known.set(db.read, { policy, readAt })
  return policy
}

/** The rules if memory knows them as they are now. */
export function peekPolicy(db: Db): Policy | undefined {
  const cached = known.get(db.read)
  return cached && (db.engine === 'sqlite' || performance.now() - cached.readAt < SHARED_FOR_MS)
    ? cached.policy
    : undefined
}

/** Stores rules that nobody has decided on yet; those that an administrator has set stay. */
export async function installPolicy(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  rules: Partial<Policy>,
): Promise<void> {
  const rows = toRows(rules, clock())
  await db.write((tx) =>
    tx
      .insertInto('settings')
      .values(rows)
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute(),
  )
  known.delete(db.read)
}

/** Stores changed rules. They count from the next call on, for sessions that are open too. */
export async function changePolicy(
  { db, clock, sessions }: Pick<Services, 'db' | 'clock' | 'sessions'>,
  change: Partial<Policy>,
): Promise<void> {
  const rows = toRows(change, clock())
  if (rows.length === 0) return
  await db.write((tx) =>
    tx
      .insertInto('settings')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((set) => ({ value: set.ref('excluded.value'), updated_at: set.ref('excluded.updated_at') })),
      )
      .execute(),
  )
  known.delete(db.read)
  sessions.forgetAll()
}

/** For whoever replaces the whole database under a running server. */
export function forgetPolicy(db: Db): void {
  known.delete(db.read)
}

function toRows(rules: Partial<Policy>, now: Date) {
  const updated_at = now.toISOString()
  return Object.entries(rules).map(([key, value]) => ({ key, value: JSON.stringify(value), updated_at }))
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
