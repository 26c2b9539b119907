import type { FastifyRequest, onSendHookHandler } from 'fastify'
import { TokenBuckets } from '../fairness/token-buckets.ts'
import type { App } from './app.ts'
import type { Deps } from './deps.ts'
import { callerOf, endTurn } from './schedule-calls.ts'

/** Refusals sent to one caller without delay: more than anyone using the page gets. */
const BUCKET = { burst: 20, perSecond: 5 }
/** One bucket for all callers without a session: a flood has many addresses. */
const STRANGERS = ''

const LIMITS = {
  /** mean delay, with ±50 % jitter: well below the second after which a refused call may be retried */
  lateMs: 200,
  /** Further refusals are sent at once, so that they cannot fill the memory. */
  mostHeld: 1000,
  now: () => performance.now(),
}

/**
 * Delays 429 responses to a caller who keeps calling: a client that retries on each response then costs a tenth. A held
 * refusal has released its slot, so it delays no other call. The delays are random, so that calls that arrived together
 * do not come back together and hold up other callers.
 * @returns the functions that send the held refusals
 */
export function delayRefusals(
  app: App,
  { config }: { config: Pick<Deps['config'], 'rateLimits'> },
  { lateMs, mostHeld, now } = LIMITS,
): ReadonlySet<() => void> {
  const held = new Set<() => void>()
  if (!config.rateLimits) return held
  const atOnce = new TokenBuckets()
  const isRepeated = (req: FastifyRequest) => {
    const caller = isSignedIn(req) ? callerOf(req) : STRANGERS
    return atOnce.take(caller, BUCKET, now()) > 0
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
    // Frees its place when the client disconnects.
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
