import { Departments } from '../../shared/departments.ts'
import type { Db, Reader, Tx } from '../platform/database/db.ts'
import { lockByName } from '../platform/database/dialect.ts'
import { Rules, DEMO_POLICY } from './rules.ts'
import { readStored, storeRules } from './queries.ts'

/** The office's rules and departments. */
export type Policy = Rules & { departments: Departments }

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
    if (Object.keys(change).length === 0) return
    await this.#db.write(async (tx) => {
      await lockByName(tx, 'settings')
      await recordIn?.(tx, await readPolicy(tx, this.#undecided))
      await storeRules(tx, change, this.#clock())
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
  const { rules, departments, version } = await readStored(reader)
  return { policy: { ...Rules.parse({ ...undecided, ...rules }), departments: new Departments(departments) }, version }
}
