import proxyAddr from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { FairCallScheduler } from '../fairness/fair-call-scheduler.ts'
import { inBackground, runAsCaller } from '../fairness/caller.ts'
import { TOO_MANY_WAITING } from '../fairness/too-many-waiting.ts'
import type { OpenConnections } from './open-connections.ts'
import { whenBodyArrived } from './public-bodies.ts'
import { ResponseEnds } from './response-ends.ts'
import type { IsTrusted } from './trusted-proxies.ts'
import type { ResponsesInFlight } from './responses-in-flight.ts'
import type { App } from './app.ts'
import { bearerToken } from './authentication.ts'
import { refuseEarly } from './client-errors.ts'

interface Signatures {
  /** The id of the person named in a token that we signed, whether or not its session is still valid. */
  personOf(token: string): string | undefined
}

/**
 * Queues every API call fairly before the framework handles it: of a thousand that arrive together, even the refusals
 * would delay other callers. A call without a session first waits for its body.
 * @param isTrusted the proxies trusted for the address of callers without a session
 * @returns a function that starts a call when its turn comes, or refuses it; a disconnected caller gets no response
 */
export function scheduleCalls(
  signatures: Signatures,
  inFlight: ResponsesInFlight,
  connections: OpenConnections,
  isTrusted: IsTrusted,
) {
  const ends = new ResponseEnds()
  const turns = new FairCallScheduler((caller) => inFlight.isOverSoftLimit(caller))
  return (req: IncomingMessage, res: ServerResponse, begin: () => void): void => {
    const token = bearerToken(req)
    const person = token && signatures.personOf(token)
    if (person) enter(req, res, begin, person)
    else whenBodyArrived(req, res, () => enter(req, res, begin))
  }

  function enter(req: IncomingMessage, res: ServerResponse, begin: () => void, person?: string): void {
    connections.carry(req, res, person ? 'person' : 'stranger')
    if (!req.url?.startsWith('/api/')) return begin()
    const kind = req.method === 'GET' || req.method === 'HEAD' ? 'read' : 'change'
    // The turn may come at the end of another call, whose async context must not leak into this one.
    const start = (end: () => void) => {
      res.endTurn = end
      if (!req.socket.destroyed) inBackground(begin)
    }
    const leave = person
      ? turns.enter(kind, start, person, 'known')
      : turns.enter(kind, start, proxyAddr(req, isTrusted), 'stranger')
    if (leave) ends.once(req, res, leave)
    else refuseEarly(req, res, TOO_MANY_WAITING)
  }
}

/** Lets the caller's next call start before this one's response is sent. */
export function endTurn(res: ServerResponse): void {
  res.endTurn?.()
}

/**
 * Sets the caller in the async context, for queues. Register it after all hooks that may delay a call: its context ends
 * with them.
 */
export function setCallerContext(app: App): void {
  app.addHook('onRequest', (req, reply, done) => {
    runAsCaller({ key: callerOf(req), address: req.ip, connection: reply.raw }, done)
  })
}

/** Calls of public routes have no actor. */
type Origin = Partial<Pick<FastifyRequest, 'actor'>> & Pick<FastifyRequest, 'ip'>

/** The key of the caller: the signed-in person's id, else the address. */
export function callerOf({ actor, ip }: Origin): string {
  return actor?.seenBy ?? actor?.id ?? ip
}
