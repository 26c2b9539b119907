import { type RawBuilder, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  Holidays,
  OFFICE_NAME,
  OfficeName,
  PUBLISHED_TIMES,
  PublishedTimes,
  TimeZone,
  WORKING_DAYS,
  WorkingDays,
} from '../../shared/general-settings.ts'
import { DOCUMENT_SETTINGS, DocumentSettings } from '../../shared/documents.ts'
import { Departments } from '../../shared/departments.ts'
import { THROTTLE, Throttle, Visibility } from '../../shared/security.ts'
import { EstimateDays, FAIR_USE, FairUse } from '../../shared/settings.ts'
import { PASSWORD_FLOOR } from '../../shared/users.ts'
import type { Db, Reader, Tx } from '../database/db.ts'
import { engineOf, lockByName } from '../database/dialect.ts'

/** Default minimum length of passwords without a second factor (NIST SP 800-63B-4, section 3.1.1.2). */
const UNDECIDED_MIN_LENGTH = 15

/** The office's rules. Each is one row of `settings`, its value as JSON; a missing or invalid one falls back to the default. */
const Rules = z.object({
  officeName: OfficeName.catch(OFFICE_NAME),
  timeZone: TimeZone.catch('UTC'),
  workingDays: WorkingDays.catch([...WORKING_DAYS]),
  holidays: Holidays.catch([]),
  publishedTimes: PublishedTimes.catch(PUBLISHED_TIMES),
  /** shared by the general settings */
  generalVersion: z.int().min(1).catch(1),
  visibility: Visibility.catch('all'),
  throttle: Throttle.catch(THROTTLE),
  /** shared by the security policy */
  securityVersion: z.int().min(1).catch(1),
  estimateDays: EstimateDays.catch('calendar'),
  passwordMinLength: z.int().min(PASSWORD_FLOOR).max(64).catch(UNDECIDED_MIN_LENGTH),
  /** idle timeout of a session */
  idleMinutes: z.int().min(5).max(1440).catch(240),
  /** maximum age of a session; the page drops its token after 24 hours anyway */
  absoluteHours: z.int().min(1).max(24).catch(24),
  maxSessions: z.int().min(1).max(1000).catch(3),
  fairUse: FairUse.catch(FAIR_USE),
  fairUseVersion: z.int().min(1).catch(1),
  documents: DocumentSettings.catch(DOCUMENT_SETTINGS),
  documentsVersion: z.int().min(1).catch(1),
})
export type Rules = z.infer<typeof Rules>
/** The office's rules and departments. */
export type Policy = Rules & { departments: Departments }

/** Defaults of the demo: short passwords, and shared accounts that many people may try at once. */
const DEMO_POLICY: Partial<Rules> = { passwordMinLength: PASSWORD_FLOOR, maxSessions: 100 }

/** How long a change by another process on the same database may stay unnoticed. */
export const CROSS_PROCESS_TTL_MS = 1000

interface Options {
  db: Db
  clock: () => Date
  /**
   * The demo's rules replace the defaults while this process runs. They are never stored, so that a database later used as
   * a real office does not retain them.
   */
  demo?: boolean
}

interface Known {
  policy: Policy
  /** version of the settings it was read from */
  version: string
  readAt: number
}

/** The office's settings, cached in memory. */
export class Settings {
  readonly #db: Db
  readonly #clock: () => Date
  readonly #undecided: Partial<Rules>
  readonly #listeners: (() => void)[] = []
  #known: Known | undefined
  #reading: Promise<Policy> | undefined

  constructor({ db, clock, demo = false }: Options) {
    this.#db = db
    this.#clock = clock
    this.#undecided = demo ? DEMO_POLICY : {}
  }

  /**
   * The current rules, cached. On PostgreSQL a change by another process is seen with the next authenticated call, which
   * reads the settings' version together with the session, and otherwise after a second.
   */
  async policy(): Promise<Policy> {
    // When the cache expires, concurrent calls share one query.
    return this.peek() ?? this.#reading ?? this.#read()
  }

  /** The cached rules, unless they may be stale. */
  peek(): Policy | undefined {
    const known = this.#known
    const isFresh = known && (this.#db.engine === 'sqlite' || performance.now() - known.readAt < CROSS_PROCESS_TTL_MS)
    return isFresh ? known.policy : undefined
  }

  /**
   * The rules of a version just read from the database: cached, if the version is the same.
   * @param version from `settingsVersion`; null on SQLite, where no other process changes them
   * @param readAt when that read began, by the monotonic clock
   */
  async policyOf(version: string | null, readAt: number): Promise<Policy> {
    if (version === null) return this.policy()
    if (this.#known?.version !== version) return this.#read()
    this.#known.readAt = Math.max(this.#known.readAt, readAt)
    return this.#known.policy
  }

  /**
   * Stores changed rules. They take effect with the next call, for open sessions too.
   * @param recordIn gets the previous rules in the same transaction, under a lock; records the change, or throws
   */
  async change(change: Partial<Rules>, recordIn?: (tx: Tx, before: Policy) => Promise<void>): Promise<void> {
    const rows = toRows(change, this.#clock())
    if (rows.length === 0) return
    await this.#db.write(async (tx) => {
      await lockByName(tx, 'settings')
      await recordIn?.(tx, await readPolicy(tx, this.#undecided))
      await tx
        .insertInto('settings')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet((set) => ({ value: set.ref('excluded.value'), updated_at: set.ref('excluded.updated_at') })),
        )
        .execute()
    })
    this.changed()
  }

  /** Invalidates the cache and notifies the listeners. Also called after every committed change of departments. */
  changed(): void {
    this.forget()
    for (const listener of this.#listeners) listener()
  }

  /** @param listener called after every committed change by this process */
  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Drops the cache, for example when the whole database is replaced under a running server. */
  forget(): void {
    this.#known = undefined
    this.#reading = undefined
  }

  #read(): Promise<Policy> {
    const readAt = performance.now()
    const reading = readSettings(this.#db.read, this.#undecided)
      .then(({ policy, version }) => {
        // A read that began before a change must not be cached after it.
        if (this.#reading === reading) this.#known = { policy, version, readAt }
        return policy
      })
      .finally(() => {
        if (this.#reading === reading) this.#reading = undefined
      })
    this.#reading = reading
    return reading
  }
}

/** The stored rules, with defaults for missing ones. */
export async function readPolicy(reader: Reader, undecided: Partial<Rules> = {}): Promise<Policy> {
  return (await readSettings(reader, undecided)).policy
}

async function readSettings(reader: Reader, undecided: Partial<Rules>): Promise<{ policy: Policy; version: string }> {
  const version = settingsVersion(reader).as('version')
  const rows = await reader.selectFrom('settings').select(['key', 'value', version]).execute()
  // Read after the version, so that cached departments are never older than it.
  const departments = await reader
    .selectFrom('departments')
    .select(['key', 'name', 'retired_at as retiredAt', 'successor'])
    .orderBy('position')
    .orderBy('key')
    .execute()
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key, parsed(value)]))
  const policy = { ...Rules.parse({ ...undecided, ...stored }), departments: new Departments(departments) }
  return { policy, version: rows[0]?.version ?? NO_SETTINGS }
}

/** Value of `settingsVersion` while nothing is stored. */
const NO_SETTINGS = 'none'

/**
 * Changes with every setting, for queries that must notice changes by other processes. Null on SQLite. A hash, because the
 * clocks of several processes differ.
 */
export function settingsVersion(reader: Reader): RawBuilder<string | null> {
  if (engineOf(reader) === 'sqlite') return sql`null`
  return sql`(select coalesce(md5(string_agg(key || ' ' || value, ' ' order by key)), ${sql.lit(NO_SETTINGS)}) from settings)`
}

/** Changes the settings' version, so that every process rereads the departments with the next call. */
export async function touchSettings(tx: Tx, now: Date): Promise<void> {
  const updated_at = now.toISOString()
  const value = JSON.stringify(randomUUID())
  await tx
    .insertInto('settings')
    .values({ key: 'departments', value, updated_at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at }))
    .execute()
}

function toRows(rules: Partial<Rules>, now: Date) {
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
