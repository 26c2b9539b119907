import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { CallTurns, type Standing } from '../fairness/call-turns.ts'
import { onBehalfOf } from '../fairness/caller.ts'
import { whenAnswered } from './answered.ts'
import type { AnswersInFlight } from './answers-in-flight.ts'
import type { App } from './app.ts'

/** Lets every call of the API wait for its turn, before its body is read. Register it behind the authentication. */
export function takeTurns(app: App, inFlight: AnswersInFlight): void {
  const turns = new CallTurns((caller) => inFlight.hasMuchOf(caller))
  app.addHook('onRequest', (req, reply, done) => {
    if (!req.url.startsWith('/api/')) return done()
    const kind = req.method === 'GET' || req.method === 'HEAD' ? 'read' : 'change'
    // Who has gone meanwhile needs no answer.
    const start = () => (req.raw.socket.destroyed ? undefined : done())
    const leave = turns.enter(kind, start, callerOf(req), standingOf(req))
    if (!leave) return done(new AppError('unavailable', TOO_MANY, { headers: { 'retry-after': '1' } }))
    whenAnswered(reply, leave)
  })
}

const TOO_MANY = 'Too many of your calls are waiting for an answer. Please try again in a moment.'

/** Lets queues know whose call it is. Register it last of the hooks that may keep a call waiting: its context ends with them. */
export function rememberCaller(app: App): void {
  app.addHook('onRequest', (req, reply, done) => {
    onBehalfOf({ key: callerOf(req), connection: reply.raw }, done)
  })
}

/** Nobody has signed in for a call of a public route. */
type Origin = Partial<Pick<FastifyRequest, 'actor'>> & Pick<FastifyRequest, 'ip'>

function standingOf({ actor }: Origin): Standing {
  return actor ? 'known' : 'stranger'
}

/** Whose call it is: the signed-in person's, else one of its address. */
export function callerOf({ actor, ip }: Origin): string {
  return actor?.id ?? ip
}
