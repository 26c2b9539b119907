import { LRUCache } from 'lru-cache'
import { parseCards } from '../../shared/dashboard-cards.ts'
import type { SignedInUser } from '../../shared/users.ts'
import type { Db } from '../database/db.ts'
import { coalesceCalls } from '../database/coalesce-calls.ts'
import { inBackground } from '../fairness/caller.ts'
import { parsePermissions } from '../roles/permissions.ts'
import type { Actor } from '../actor.ts'
import type { Policy, Settings } from '../settings/service.ts'
import { type FoundSession, findSession, type SeenAccount, touchSession } from './queries.ts'
import { viewAsState, viewedAccount } from './see-as.ts'
import { type Claims, readToken } from './token.ts'

interface Entry {
  actor: Actor
  /** Milliseconds since 1970, on the program's clock. */
  endsAt: number
  idleMs: number
  seenAt: number
  writtenAt: number
  /** end of viewing the page as another person; Infinity otherwise */
  until: number
}

const LAST_SEEN_WRITE_INTERVAL_MS = 60_000
const MAX_ENTRIES = 5000
const STORE_AGAIN_MS = 5000

interface Options {
  db: Db
  secretKey: Buffer
  clock: () => Date
  settings: Settings
  /** Outside the demo, sessions of demo accounts are invalid. */
  demo?: boolean
}

/**
 * Resolves tokens to actors. With the embedded database there is a single process, so a cached entry is valid until it
 * is invalidated, and a call needs no query. With PostgreSQL another process may have ended the session or changed
 * account, role or settings: every call reads them again (decision 4).
 */
export class SessionCache {
  readonly #db: Db
  readonly #secretKey: Buffer
  readonly #clock: () => Date
  readonly #settings: Settings
  readonly #demo: boolean
  readonly #entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES })
  /** by token: concurrent calls share a read, but never one that started before they arrived */
  readonly #reads = new LRUCache<string, () => Promise<Entry | undefined>>({ max: MAX_ENTRIES })
  readonly #writing = new Set<Promise<void>>()
  /** ended here, deletion not yet stored */
  readonly #ended = new Map<string, () => Promise<void>>()
  #storing: NodeJS.Timeout | undefined
  #forgotten = 0

  constructor({ db, secretKey, clock, settings, demo = false }: Options) {
    this.#db = db
    this.#secretKey = secretKey
    this.#clock = clock
    this.#settings = settings
    settings.onChange(() => this.forgetAll())
    this.#demo = demo
  }

  /**
   * The cached actor; undefined says nothing about the token, use `find`.
   * @param isUse whether it keeps the session alive
   */
  peek(token: string, isUse = true): Actor | undefined {
    if (this.#db.engine === 'postgres') return undefined
    const entry = this.#entries.get(token)
    return entry && this.#actorOf(token, entry, isUse)
  }

  /** The id of the person named in a token that we signed, whether or not its session is still valid. */
  personOf(token: string): string | undefined {
    const known = this.#entries.get(token)?.actor
    return known?.seenBy ?? known?.id ?? readToken(token, this.#secretKey)?.sub
  }

  /**
   * The actor of a token that we signed and whose session is valid. Rejects when the database cannot answer.
   * @param isUse whether it keeps the session alive
   */
  async find(token: string, isUse = true): Promise<Actor | undefined> {
    const claims = readToken(token, this.#secretKey)
    if (!claims) return undefined
    let read = this.#reads.get(token)
    if (!read) this.#reads.set(token, (read = coalesceCalls(() => this.#read(token, claims))))
    const entry = await read()
    return entry && this.#actorOf(token, entry, isUse)
  }

  /** The session as it is stored, expired or not: calls share it, and only some of them are use. */
  async #read(token: string, claims: Claims): Promise<Entry | undefined> {
    if (this.#ended.has(claims.sid)) return undefined
    const before = this.#forgotten
    const readAt = performance.now()
    const session = await findSession(this.#db.read, claims.sid)
    const policy = await this.#settings.policyOf(session?.settingsVersion ?? null, readAt)
    if (!session || session.id !== claims.sub || (session.isDemo && !this.#demo)) {
      this.#entries.delete(token)
      return undefined
    }
    const entry = toEntry(session, policy, this.#entries.get(token)?.seenAt, await this.#seen(session, policy))
    // After an invalidation during the read, the result may be stale and must not be cached.
    if (before === this.#forgotten) this.#entries.set(token, entry)
    return this.#ended.has(claims.sid) ? undefined : entry
  }

  #seen(session: FoundSession, policy: Policy): Promise<SeenAccount | undefined> {
    return viewedAccount({ db: this.#db, clock: this.#clock, config: { demo: this.#demo } }, session, policy)
  }

  /**
   * Ends a session in this process at once, even if the database fails: storing is then retried until it succeeds.
   * @param store deletes the session
   * @throws the first error of `store`
   */
  async end(id: string, store: () => Promise<void>): Promise<void> {
    this.#ended.set(id, store)
    this.forgetSessions([id])
    try {
      await this.#storeEnd(id, store)
    } catch (error) {
      this.#storeEndsLater()
      throw error
    }
  }

  forgetSessions(ids: readonly string[]): void {
    this.#forget((actor) => ids.includes(actor.sessionId))
  }

  /** Call it after every committed change of an account. */
  forgetUser(id: string): void {
    this.#forget((actor) => actor.id === id || actor.seenBy === id)
  }

  /** Call it after every committed change of a role or of the policy. */
  forgetAll(): void {
    this.#forget(() => true)
  }

  /** Resolves when pending writes are stored: call it before the database is closed. */
  async settled(): Promise<void> {
    clearTimeout(this.#storing)
    // Stored even if the client that signed out has disconnected.
    const ended = [...this.#ended]
    await Promise.allSettled(ended.map(([id, store]) => inBackground(() => this.#storeEnd(id, store))))
    await Promise.all(this.#writing)
  }

  async #storeEnd(id: string, store: () => Promise<void>): Promise<void> {
    await store()
    this.#ended.delete(id)
    this.forgetSessions([id])
  }

  #storeEndsLater(): void {
    clearTimeout(this.#storing)
    this.#storing = setTimeout(() => {
      void this.settled().then(() => {
        if (this.#ended.size > 0) this.#storeEndsLater()
      })
    }, STORE_AGAIN_MS).unref()
  }

  #forget(matches: (actor: Actor) => boolean): void {
    this.#forgotten++
    for (const [token, { actor }] of Array.from(this.#entries)) if (matches(actor)) this.#entries.delete(token)
  }

  #actorOf(token: string, entry: Entry, isUse: boolean): Actor | undefined {
    const now = this.#clock().getTime()
    if (now >= entry.endsAt || now >= entry.until || now - entry.seenAt >= entry.idleMs) {
      this.#entries.delete(token)
      return undefined
    }
    if (!isUse) return entry.actor
    entry.seenAt = now
    if (now - entry.writtenAt >= LAST_SEEN_WRITE_INTERVAL_MS) {
      entry.writtenAt = now
      const at = new Date(now).toISOString()
      // Fire and forget, retried a minute later: a session's last use may lag behind, but must never delay a call.
      const written = this.#db.write((tx) => touchSession(tx, entry.actor.sessionId, at)).catch(() => undefined)
      this.#writing.add(written)
      void written.finally(() => this.#writing.delete(written))
    }
    return entry.actor
  }
}

function toEntry(session: FoundSession, policy: Policy, seenBefore = 0, seen?: SeenAccount): Entry {
  const { sessionId, createdAt, lastSeenAt, expiresAt } = session
  const user = signedInUser(session, policy)
  const writtenAt = Date.parse(lastSeenAt)
  return {
    actor: seen
      ? seenActor(session, seen, policy)
      : { id: user.id, permissions: new Set(user.permissions), user, sessionId },
    until: seen ? Date.parse(session.seenAsUntil!) : Infinity,
    // A policy made stricter also applies to sessions that are already open.
    endsAt: Math.min(Date.parse(expiresAt), Date.parse(createdAt) + policy.absoluteHours * 3_600_000),
    idleMs: policy.idleMinutes * 60_000,
    seenAt: Math.max(writtenAt, seenBefore),
    writtenAt,
  }
}

/** The actor while an administrator views the page as another person; without that person's email address. */
function seenActor(session: FoundSession, seen: SeenAccount, policy: Policy): Actor {
  const user = { ...signedInUser({ ...session, ...seen, email: '' }, policy), seeing: viewAsState(session) }
  const { id, permissions } = user
  return { id, permissions: new Set(permissions), user, sessionId: session.sessionId, seenBy: session.id }
}

/** The session's own person. */
export function signedInUser(session: FoundSession, policy: Policy): SignedInUser {
  const { id, firstName, lastName, role, roleName, username, email, department } = session
  const permissions = parsePermissions(session.permissions)
  const office = {
    officeName: policy.officeName,
    officeTimeZone: policy.timeZone,
    officeWorkingDays: policy.workingDays,
    officeHolidays: policy.holidays,
    departments: [...policy.departments.all],
  }
  const own = { id, firstName, lastName, role, roleName, username, email, department, permissions }
  return { ...own, seeing: null, dashboard: parseCards(session.dashboard), ...office }
}
