import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import { fullName } from '../../../shared/people.ts'
import { text } from '../../../shared/texts/say.ts'
import type { Actor } from '../actor.ts'
import { AppError } from '../errors.ts'
import type { App } from './app.ts'
import { hasBody } from './body.ts'

/** Looks up who a token belongs to. */
export interface Sessions {
  /**
   * The cached actor; undefined says nothing about the token.
   * @param isUse whether it keeps the session alive; so it does by default
   */
  peek(token: string, isUse?: boolean): Actor | undefined
  find(token: string, isUse?: boolean): Promise<Actor | undefined>
}

/**
 * Requires a session for every route except those marked `config: { public: true }`: a route that declares nothing is
 * closed. Only the Authorization header counts; a cookie alone authorises nothing, so no other site can make a browser
 * act for a person.
 */
export function authenticate(app: App, sessions: Sessions): void {
  app.decorateRequest('actor')
  app.decorateRequest('isBodyPending', false)
  app.addHook('onRequest', (req, reply, done) => {
    if (req.is404 || req.routeOptions.config.public) return done()
    const token = bearerToken(req)
    if (!token) return refuse(reply, done, 'Please sign in to continue.')
    const actor = sessions.peek(token, isUse(req))
    if (actor) return enter(req, actor, done)
    findActor(req, reply, done)
  })
  // A body may take minutes to arrive, and its sender may have lost access meanwhile.
  app.addHook('preValidation', (req, reply, done) => {
    if (!req.isBodyPending) return done()
    const actor = sessions.peek(bearerToken(req)!, isUse(req))
    if (actor) return enter(req, actor, done)
    findActor(req, reply, done)
  })

  function findActor(req: FastifyRequest, reply: FastifyReply, done: Done) {
    sessions
      .find(bearerToken(req)!, isUse(req))
      .then((session) => (session ? enter(req, session, done) : refuse(reply, done, ENDED)), done)
  }
}

/** A page that is left open must not keep a session alive. */
function isUse({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.isPoll !== true
}

type Done = (error?: Error) => void
const ENDED = 'Your session has ended. Please sign in again.'

export function sessionEnded(): AppError {
  return new AppError('not-signed-in', ENDED)
}

/** The single place that makes viewing the page as another person read-only and closes private routes to it. */
function enter(req: FastifyRequest, actor: Actor, done: Done): void {
  req.actor = actor
  req.isBodyPending = !req.raw.complete && hasBody(req.headers)
  const { isPrivate = false, allowedWhileViewingAs = false } = req.routeOptions.config
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  if (actor.seenBy === undefined || allowedWhileViewingAs || (isRead && !isPrivate)) return done()
  const what = isRead ? 'This is private' : 'Nothing can be changed'
  done(
    new AppError(
      'not-allowed',
      text('You see the page as {name}. {what}: stop that first.', { name: fullName(actor.user), what }),
    ),
  )
}

export function bearerToken({ headers }: { headers: IncomingHttpHeaders }): string | undefined {
  const header = headers.authorization
  return header?.slice(0, 7).toLowerCase() === 'bearer ' ? header.slice(7).trim() || undefined : undefined
}

function refuse(reply: FastifyReply, done: Done, message: string): void {
  reply.header('www-authenticate', 'Bearer')
  done(new AppError('not-signed-in', message))
}
