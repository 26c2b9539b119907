import type { FastifyRequest, onSendHookHandler } from 'fastify'
import { TokenBuckets } from '../fairness/token-buckets.ts'
import type { App } from './app.ts'
import type { Deps } from './deps.ts'
import { callerOf, endTurn } from './turns.ts'

/** Refusals of one caller that are sent at once: nobody who works on the page meets so many. */
const AT_ONCE = { burst: 20, perSecond: 5 }
/** One for all who have not signed in: a flood has many addresses. */
const STRANGERS = ''

const LIMITS = {
  /** on average, and half as long again at most: well below the second after which a refused call may be tried again */
  lateMs: 200,
  /** Beyond that many they are sent at once, so that they never fill the memory. */
  mostHeld: 1000,
  now: () => performance.now(),
}

/**
 * Sends 429 a little later to a caller who goes on calling: one that calls again with each answer costs a tenth then. A refusal
 * that is held back has given its turn back, so it keeps no other call waiting. Each is held for another while, so that calls
 * that came together do not come back together: all at once they hold up everybody else.
 * @returns what sends the refusals that are held back
 */
export function sendRefusalsLate(
  app: App,
  { config }: { config: Pick<Deps['config'], 'rateLimits'> },
  { lateMs, mostHeld, now } = LIMITS,
): ReadonlySet<() => void> {
  const held = new Set<() => void>()
  if (!config.rateLimits) return held
  const atOnce = new TokenBuckets()
  const isRepeated = (req: FastifyRequest) => {
    const caller = isSignedIn(req) ? callerOf(req) : STRANGERS
    return atOnce.take(caller, AT_ONCE, now()) > 0
  }

  const sendLate: onSendHookHandler = (req, reply, payload, done) => {
    if (reply.statusCode !== 429 || held.size >= mostHeld || !isRepeated(req)) return done(null, payload)
    endTurn(reply.raw)
    const send = () => {
      held.delete(send)
      clearTimeout(timer)
      reply.raw.off('close', send)
      done(null, payload)
    }
    const timer = setTimeout(send, lateMs * (0.5 + Math.random()))
    // Whoever has gone takes nobody's place.
    reply.raw.once('close', send)
    held.add(send)
  }
  app.addHook('onSend', sendLate)
  app.addHook('preClose', (done) => {
    for (const send of held) send()
    done()
  })
  return held
}

function isSignedIn({ actor }: Partial<FastifyRequest>): boolean {
  return actor !== undefined
}
