import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { inBackground } from '../fairness/caller.ts'
import type { App, Services } from '../services.ts'
import { findAccount } from '../users/service.ts'
import { record } from './service.ts'

/** What is refused to people and belongs into the audit log. A wrong sign-in has an entry of its own already. */
const ACTIONS: Record<string, string> = {
  'not-allowed': 'access.denied',
  'wrong-password': 'password.refused',
  'too-many-attempts': 'attempt.throttled',
}

const WINDOW_MS = 60_000
/** Different refusals that are counted at once; what comes beyond is counted together. */
const MOST = 500

interface Refusal {
  action: string
  actorId: string | null
  address: string
  route: string
  username: string | undefined
}

/**
 * Writes refused calls to the audit log, with person, address and route. The first one at once; those that follow within
 * a minute are counted and written as one entry, so that a flood of refusals cannot flood the log.
 */
export function recordRefusals(app: App, services: Pick<Services, 'db' | 'clock'>): void {
  const { db, clock } = services
  const counted = new Map<string, { refusal: Refusal; more: number; timer: NodeJS.Timeout }>()
  const writing = new Set<Promise<void>>()

  const write = (refusal: Refusal, times: number) => {
    // The caller has the answer by now, and their connection may be gone.
    const done = inBackground(async () => {
      const entry = await entryOf(refusal, times)
      await db.write((tx) => record(tx, clock, entry))
    })
      .catch((error: unknown) => app.log.error({ err: error }, 'A refusal could not be written to the audit log'))
      .finally(() => writing.delete(done))
    writing.add(done)
  }
  const end = (key: string) => {
    const { refusal, more, timer } = counted.get(key)!
    clearTimeout(timer)
    counted.delete(key)
    if (more > 0) write(refusal, more)
  }
  const entryOf = async ({ action, actorId, address, route, username }: Refusal, times: number) => {
    // Only an account's name is kept: what people mistype there may be their password.
    const user = username === undefined ? undefined : await findAccount(db.read, username)
    const target = actorId ?? user?.id
    const about = target === undefined ? {} : { targetType: 'user', targetId: target }
    return { actorId, action, ...about, details: { address, route, ...(times > 1 && { times }) } }
  }

  app.addHook('onError', (req, _reply, error, done) => {
    const refusal = error instanceof AppError ? refusalIn(req, error) : undefined
    if (refusal) count(refusal)
    done()
  })
  app.addHook('onClose', async () => {
    for (const key of counted.keys()) end(key)
    await Promise.all(writing)
  })

  function count(one: Refusal): void {
    const own = [one.action, one.actorId ?? one.address, one.route].join(' ')
    const isRoom = counted.has(own) || counted.size < MOST
    const refusal = isRoom ? one : { ...one, actorId: null, address: 'several', route: 'several', username: undefined }
    const key = isRoom ? own : one.action
    const known = counted.get(key)
    if (known) {
      known.more++
      return
    }
    counted.set(key, { refusal, more: 0, timer: setTimeout(() => end(key), WINDOW_MS).unref() })
    write(refusal, 1)
  }
}

function refusalIn(req: FastifyRequest, { code }: AppError): Refusal | undefined {
  const action = ACTIONS[code]
  if (action === undefined) return undefined
  const route = `${req.method} ${req.routeOptions.url ?? '(unknown)'}`
  const { username } = (req.body ?? {}) as { username?: unknown }
  return {
    action,
    actorId: req.actor?.id ?? null,
    address: req.ip,
    route,
    username: req.actor === undefined && typeof username === 'string' ? username : undefined,
  }
}
