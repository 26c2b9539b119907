import proxyAddr from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { CallTurns } from '../fairness/call-turns.ts'
import { inBackground, onBehalfOf } from '../fairness/caller.ts'
import { AnswerEnds } from './answered.ts'
import type { AnswersInFlight } from './answers-in-flight.ts'
import type { App } from './app.ts'
import { bearerToken } from './authentication.ts'
import { refuseEarly } from './client-errors.ts'

interface Signatures {
  /** The id of the person whom a token names that we signed, whether or not its session still holds. */
  personOf(token: string): string | undefined
}

/**
 * Lets every call of the API wait for its turn before the framework is asked: of a thousand that arrive together even the
 * refusals would hold up everybody else.
 * @param trustProxy the proxies whose word counts for a stranger's address
 * @returns begins a call when its turn comes, or refuses it; who has gone meanwhile needs no answer
 */
export function takeTurns(signatures: Signatures, inFlight: AnswersInFlight, trustProxy = '') {
  const ends = new AnswerEnds()
  const turns = new CallTurns((caller) => inFlight.hasMuchOf(caller))
  const proxies = trustProxy.split(',').map((address) => address.trim())
  const isTrusted = proxyAddr.compile(proxies.filter(Boolean))
  return (req: IncomingMessage, res: ServerResponse, begin: () => void): void => {
    if (!req.url?.startsWith('/api/')) return begin()
    const kind = req.method === 'GET' || req.method === 'HEAD' ? 'read' : 'change'
    const token = bearerToken(req)
    const person = token && signatures.personOf(token)
    // A turn may come at the end of somebody else's call, whose context must not become this one's.
    const start = (end: () => void) => {
      res.endTurn = end
      if (!req.socket.destroyed) inBackground(begin)
    }
    const leave = person
      ? turns.enter(kind, start, person, 'known')
      : turns.enter(kind, start, proxyAddr(req, isTrusted), 'stranger')
    if (leave) ends.once(req, res, leave)
    else refuseEarly(req, res, TOO_MANY)
  }
}

/** Lets the caller's next call begin, though the answer of this one is not sent yet. */
export function endTurn(res: ServerResponse): void {
  res.endTurn?.()
}

const TOO_MANY = 'Too many of your calls are waiting for an answer. Please try again in a moment.'

/** Lets queues know whose call it is. Register it last of the hooks that may keep a call waiting: its context ends with them. */
export function rememberCaller(app: App): void {
  app.addHook('onRequest', (req, reply, done) => {
    onBehalfOf({ key: callerOf(req), address: req.ip, connection: reply.raw }, done)
  })
}

/** Nobody has signed in for a call of a public route. */
type Origin = Partial<Pick<FastifyRequest, 'actor'>> & Pick<FastifyRequest, 'ip'>

/** Whose call it is: the signed-in person's, else one of its address. */
export function callerOf({ actor, ip }: Origin): string {
  return actor?.seenBy ?? actor?.id ?? ip
}
