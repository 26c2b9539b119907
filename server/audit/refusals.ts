import type { FastifyRequest } from 'fastify'
import type { AuditAction } from '../../shared/audit-actions.ts'
import type { Db } from '../platform/database/db.ts'
import { AppError } from '../platform/errors.ts'
import { inBackground } from '../platform/fairness/caller.ts'
import type { App } from '../platform/http/app.ts'
import { type AuditEvent, record } from './service.ts'

/** Refused calls that are recorded in the audit log. A wrong sign-in has its own entry already. */
const ACTIONS: Record<string, AuditAction> = {
  'not-allowed': 'access.denied',
  'wrong-password': 'password.refused',
  'too-many-attempts': 'attempt.throttled',
}

const WINDOW_MS = 60_000
/** Distinct refusals counted concurrently; further ones share one counter per action. */
const MAX_COUNTERS = 500
/** Entries per transaction. */
const FLUSH_BATCH_SIZE = 50

interface Deps {
  db: Db
  clock: () => Date
  /** the account of a username */
  findAccount(username: string): Promise<{ id: string } | undefined>
  log: { error(fields: object, message: string): void }
}

interface Refusal {
  action: AuditAction
  actorId: string | null
  address: string
  route: string
  username: string | undefined
}

/** Records refused calls in the audit log, with person, address and route. */
export function recordRefusals(app: App, deps: Omit<Deps, 'log'>): void {
  const refusals = new Refusals({ ...deps, log: app.log })
  app.addHook('onError', (req, _reply, error, done) => {
    const refusal = error instanceof AppError ? refusalIn(req, error) : undefined
    if (refusal) refusals.add(refusal)
    done()
  })
  app.addHook('onClose', () => refusals.close())
}

/**
 * Writes the first refusal at once, counts repeats within a minute and writes them as one entry, so that a flood of
 * refusals cannot flood the log.
 */
class Refusals {
  readonly #deps: Deps
  readonly #counted = new Map<string, { refusal: Refusal; more: number; timer: NodeJS.Timeout }>()
  readonly #waiting: { refusal: Refusal; times: number }[] = []
  #writing: Promise<void> | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  add(one: Refusal): void {
    const own = [one.action, one.actorId ?? one.address, one.route].join(' ')
    const isRoom = this.#counted.has(own) || this.#counted.size < MAX_COUNTERS
    const refusal = isRoom ? one : { ...one, actorId: null, address: 'several', route: 'several', username: undefined }
    const key = isRoom ? own : one.action
    const known = this.#counted.get(key)
    if (known) {
      known.more++
      return
    }
    this.#counted.set(key, { refusal, more: 0, timer: setTimeout(() => this.#end(key), WINDOW_MS).unref() })
    this.#write(refusal, 1)
  }

  /** Resolves once everything counted so far is written. */
  async close(): Promise<void> {
    for (const key of this.#counted.keys()) this.#end(key)
    await this.#writing
  }

  #end(key: string): void {
    const { refusal, more, timer } = this.#counted.get(key)!
    clearTimeout(timer)
    this.#counted.delete(key)
    if (more > 0) this.#write(refusal, more)
  }

  #write(refusal: Refusal, times: number): void {
    this.#waiting.push({ refusal, times })
    // The response has been sent by now, and the caller's connection may be gone.
    this.#writing ??= inBackground(() => this.#writeAll())
  }

  /** One transaction after another: five hundred addresses refused at once must not take every connection. */
  async #writeAll(): Promise<void> {
    const { db, clock, log } = this.#deps
    while (this.#waiting.length > 0) {
      try {
        const some = this.#waiting.splice(0, FLUSH_BATCH_SIZE)
        const accounts = await this.#accountsOf(new Set(some.map(({ refusal }) => refusal.username)))
        const entries = some.map(({ refusal, times }) => entryOf(refusal, times, accounts))
        await db.write(async (tx) => {
          for (const entry of entries) await record(tx, clock, entry)
        })
      } catch (error) {
        log.error({ err: error }, 'Refused calls could not be recorded in the audit log')
      }
    }
    this.#writing = undefined
  }

  /** Ids by username. */
  async #accountsOf(usernames: Iterable<string | undefined>): Promise<Map<string | undefined, string>> {
    const accounts = new Map<string | undefined, string>()
    for (const username of usernames) {
      const user = username === undefined ? undefined : await this.#deps.findAccount(username)
      if (user) accounts.set(username, user.id)
    }
    return accounts
  }
}

function entryOf(refusal: Refusal, times: number, accounts: Map<string | undefined, string>): AuditEvent {
  const { action, actorId, address, route, username } = refusal
  // Only an account's name is recorded: people may mistype their password there.
  const target = actorId ?? accounts.get(username)
  const about = target === undefined ? {} : { targetType: 'user', targetId: target }
  return { actorId, action, ...about, address, details: { route, ...(times > 1 && { times }) } }
}

function refusalIn(req: FastifyRequest, { code }: AppError): Refusal | undefined {
  const action = ACTIONS[code]
  if (action === undefined) return undefined
  const route = `${req.method} ${req.routeOptions.url ?? '(unknown)'}`
  const { username } = (req.body ?? {}) as { username?: unknown }
  return {
    action,
    actorId: req.actor?.seenBy ?? req.actor?.id ?? null,
    address: req.ip,
    route,
    username: req.actor === undefined && typeof username === 'string' ? username : undefined,
  }
}
