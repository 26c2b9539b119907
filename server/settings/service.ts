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
import { engineOf, oneAtATime } from '../database/dialect.ts'

/** While there is no second factor (NIST SP 800-63B-4, section 3.1.1.2). */
const UNDECIDED_MIN_LENGTH = 15

/** The office's rules. Each is one row of `settings`, its value as JSON; a missing or unreadable one counts as the default. */
const Rules = z.object({
  officeName: OfficeName.catch(OFFICE_NAME),
  timeZone: TimeZone.catch('UTC'),
  workingDays: WorkingDays.catch([...WORKING_DAYS]),
  holidays: Holidays.catch([]),
  publishedTimes: PublishedTimes.catch(PUBLISHED_TIMES),
  /** of the general settings together */
  generalVersion: z.int().min(1).catch(1),
  visibility: Visibility.catch('all'),
  throttle: Throttle.catch(THROTTLE),
  /** of the security policy together */
  securityVersion: z.int().min(1).catch(1),
  estimateDays: EstimateDays.catch('calendar'),
  passwordMinLength: z.int().min(PASSWORD_FLOOR).max(64).catch(UNDECIDED_MIN_LENGTH),
  /** a session unused for so long has ended */
  idleMinutes: z.int().min(5).max(1440).catch(240),
  /** a session this old has ended, used or not; the page drops its token after 24 hours anyway */
  absoluteHours: z.int().min(1).max(24).catch(24),
  maxSessions: z.int().min(1).max(1000).catch(3),
  fairUse: FairUse.catch(FAIR_USE),
  documents: DocumentSettings.catch(DOCUMENT_SETTINGS),
})
export type Rules = z.infer<typeof Rules>
/** The office's rules, and its departments. */
export type Policy = Rules & { departments: Departments }

/** The demo's: short passwords, and shared accounts that many people may try at once. */
const DEMO_POLICY: Partial<Rules> = { passwordMinLength: PASSWORD_FLOOR, maxSessions: 100 }

/** How long another process's change may go unnoticed where several share one database. */
export const CROSS_PROCESS_TTL_MS = 1000

interface Options {
  db: Db
  clock: () => Date
  /**
   * The demo's rules count wherever nobody has decided, for as long as this process runs. They are never stored, so that a
   * database which comes to be used in earnest keeps nothing of them.
   */
  demo?: boolean
}

interface Known {
  policy: Policy
  /** of the settings that it was read from */
  version: string
  readAt: number
}

/** The office's settings, kept in memory. */
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
   * The rules as they are now, from memory. With PostgreSQL another process's change shows with the next call of anybody
   * signed in, whose session is read together with the settings' version, and else after a second.
   */
  async policy(): Promise<Policy> {
    // Of a thousand calls in the moment in which memory has grown old, one asks.
    return this.peek() ?? this.#reading ?? this.#read()
  }

  /** The rules if memory knows them as they are now. */
  peek(): Policy | undefined {
    const known = this.#known
    const isFresh = known && (this.#db.engine === 'sqlite' || performance.now() - known.readAt < CROSS_PROCESS_TTL_MS)
    return isFresh ? known.policy : undefined
  }

  /**
   * The rules of a version that was just read from the database: memory, if it is of the same.
   * @param version from `settingsVersion`; null on SQLite, where nobody else changes them
   * @param readAt when that read began, by the machine's steady clock
   */
  async policyOf(version: string | null, readAt: number): Promise<Policy> {
    if (version === null) return this.policy()
    if (this.#known?.version !== version) return this.#read()
    this.#known.readAt = Math.max(this.#known.readAt, readAt)
    return this.#known.policy
  }

  /**
   * Stores changed rules. They count from the next call on, for sessions that are open too.
   * @param recordIn writes in the same transaction what it was like before, and may refuse; nobody else changes rules meanwhile
   */
  async change(change: Partial<Rules>, recordIn?: (tx: Tx, before: Policy) => Promise<void>): Promise<void> {
    const rows = toRows(change, this.#clock())
    if (rows.length === 0) return
    await this.#db.write(async (tx) => {
      await oneAtATime(tx, 'settings')
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

  /** Call it after every change of the departments, once it is committed. */
  changed(): void {
    this.forget()
    for (const listener of this.#listeners) listener()
  }

  /** @param listener called after every change of this process, once it is committed */
  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** For whoever replaces the whole database under a running server. */
  forget(): void {
    this.#known = undefined
    this.#reading = undefined
  }

  #read(): Promise<Policy> {
    const readAt = performance.now()
    const reading = readSettings(this.#db.read, this.#undecided)
      .then(({ policy, version }) => {
        // What was read before a change must not be kept after it.
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

/** What is stored, and the defaults for what isn't. */
export async function readPolicy(reader: Reader, undecided: Partial<Rules> = {}): Promise<Policy> {
  return (await readSettings(reader, undecided)).policy
}

async function readSettings(reader: Reader, undecided: Partial<Rules>): Promise<{ policy: Policy; version: string }> {
  const version = settingsVersion(reader).as('version')
  const rows = await reader.selectFrom('settings').select(['key', 'value', version]).execute()
  // After the version, so that what is kept under it is never older.
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

/** What `settingsVersion` says while nothing is stored. */
const NO_SETTINGS = 'none'

/**
 * Changes with every change of a setting: for a query that another process's change must not escape. Null on SQLite. A hash,
 * because the clocks of several processes differ.
 */
export function settingsVersion(reader: Reader): RawBuilder<string | null> {
  if (engineOf(reader) === 'sqlite') return sql`null`
  return sql`(select coalesce(md5(string_agg(key || ' ' || value, ' ' order by key)), ${sql.lit(NO_SETTINGS)}) from settings)`
}

/** Gives the settings another version: every process reads the departments anew with the next call. */
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
