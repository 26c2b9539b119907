import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/database/db.ts'
import { coalesceCalls } from '../../platform/database/coalesce-calls.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Settings } from '../../settings/service.ts'
import { findSession, findSessions, type FoundSession, touchSession } from './queries.ts'
import { viewedAccount } from './see-as.ts'
import { EndedSessions } from './ended-sessions.ts'
import { type Claims, readToken } from './token.ts'
import { type CachedSession, cachedSession } from './cached-session.ts'

const LAST_SEEN_WRITE_INTERVAL_MS = 60_000
const MAX_ENTRIES = 5000

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
  readonly #entries = new LRUCache<string, CachedSession>({ max: MAX_ENTRIES })
  /** by token: concurrent calls share a read, but never one that started before they arrived */
  readonly #reads = new LRUCache<string, () => Promise<CachedSession | undefined>>({ max: MAX_ENTRIES })
  readonly #writing = new Set<Promise<void>>()
  readonly #ended = new EndedSessions((id) => this.forgetSessions([id]))
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
  async #read(token: string, claims: Claims): Promise<CachedSession | undefined> {
    if (this.#ended.has(claims.sid)) return undefined
    const before = this.#forgotten
    const readAt = performance.now()
    const session = await findSession(this.#db.read, claims.sid)
    return this.#keep(token, claims, session, { before, readAt })
  }

  /** @param read when it began: the count of invalidations, and the monotonic clock */
  async #keep(
    token: string,
    claims: Claims,
    session: FoundSession | undefined,
    { before, readAt }: { before: number; readAt: number },
  ): Promise<CachedSession | undefined> {
    const policy = await this.#settings.policyOf(session?.settingsVersion ?? null, readAt)
    if (!session || session.id !== claims.sub || (session.isDemo && !this.#demo)) {
      this.#entries.delete(token)
      return undefined
    }
    const lastUse = this.#entries.get(token)?.seenAt
    const office = { db: this.#db, clock: this.#clock, config: { demo: this.#demo } }
    const entry = cachedSession(session, policy, lastUse, await viewedAccount(office, session, policy))
    // After an invalidation during the read, the result may be stale and must not be cached.
    if (before === this.#forgotten) this.#entries.set(token, entry)
    return this.#ended.has(claims.sid) ? undefined : entry
  }

  /**
   * The actors of many open streams, by token; those whose session has ended are missing. One query for all of them on
   * PostgreSQL. Keeps no session alive.
   */
  async findAll(tokens: ReadonlySet<string>): Promise<Map<string, Actor>> {
    const actors = new Map<string, Actor>()
    const unknown = new Map<string, Claims>()
    for (const token of tokens) {
      const known = this.peek(token, false)
      const claims = known ? undefined : readToken(token, this.#secretKey)
      if (known) actors.set(token, known)
      else if (claims && !this.#ended.has(claims.sid)) unknown.set(token, claims)
    }
    if (unknown.size === 0) return actors
    const read = { before: this.#forgotten, readAt: performance.now() }
    const rows = await findSessions(this.#db.read, [...new Set([...unknown.values()].map(({ sid }) => sid))])
    const sessions = new Map(rows.map((session) => [session.sessionId, session]))
    for (const [token, claims] of unknown) {
      const entry = await this.#keep(token, claims, sessions.get(claims.sid), read)
      const actor = entry && this.#actorOf(token, entry, false)
      if (actor) actors.set(token, actor)
    }
    return actors
  }

  /** Ends a session in this process at once. @throws the first error of `store`, which is then retried */
  end(id: string, store: () => Promise<void>): Promise<void> {
    return this.#ended.end(id, store)
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
    await this.#ended.store()
    await Promise.all(this.#writing)
  }

  #forget(matches: (actor: Actor) => boolean): void {
    this.#forgotten++
    for (const [token, { actor }] of Array.from(this.#entries)) if (matches(actor)) this.#entries.delete(token)
  }

  #actorOf(token: string, entry: CachedSession, isUse: boolean): Actor | undefined {
    const now = this.#clock().getTime()
    if (now >= entry.endsAt || now - entry.seenAt >= entry.idleMs) {
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
