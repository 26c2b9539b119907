import { z } from 'zod'
import { SeeAs } from '../../../shared/see-as.ts'
import { Credentials, Session, SignedInUser, SignIn } from '../../../shared/users.ts'
import { bearerToken } from '../../platform/http/authentication.ts'
import { PUBLIC_BODY_LIMIT } from '../../platform/http/body.ts'
import type { App } from '../../platform/http/app.ts'
import { AttemptLimits } from './attempt-limits.ts'
import type { Deps } from './deps.ts'
import { endSession } from './service.ts'
import { endOtherSessions, endOwnSession, listSessions } from './own-sessions.ts'
import { startSeeingAs, stopSeeingAs } from './see-as.ts'
import { SignInQueue } from './sign-in-queue.ts'
import { signIn } from './sign-in.ts'
import { readToken } from './token.ts'
import { blockedSignInRoutes, securityRoutes } from './security-routes.ts'

const SessionParams = z.object({ id: z.string().regex(/^[\w-]{1,64}$/, 'This is not the id of a session') })

export function sessionRoutes(app: App, deps: Deps): void {
  signInRoutes(app, deps)
  ownSessionRoutes(app, deps)
  seeAsRoutes(app, deps)
  blockedSignInRoutes(app, deps)
  securityRoutes(app, deps)
}

function signInRoutes(app: App, deps: Deps): void {
  const gate = { limits: new AttemptLimits(), queue: new SignInQueue() }

  app.post(
    '/auth/login',
    {
      bodyLimit: PUBLIC_BODY_LIMIT,
      config: { public: true, fails: [401, 429] },
      schema: { summary: 'Sign in', tags: ['Sessions'], body: Credentials, response: { 200: SignIn } },
    },
    (req) => signIn(deps, gate, req.body, { address: req.ip, userAgent: req.headers['user-agent'] ?? null }),
  )

  app.post(
    '/auth/logout',
    {
      bodyLimit: PUBLIC_BODY_LIMIT,
      // Public, so that repeating a sign-out, or signing out of an expired session, is not an error.
      config: { public: true },
      schema: { summary: 'Sign out: end the session of the token', tags: ['Sessions'], response: { 204: z.null() } },
    },
    async (req, reply) => {
      const claims = readToken(bearerToken(req) ?? '', deps.config.secretKey)
      if (claims) await endSession(deps, claims.sid, claims.sub)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/auth/validate',
    {
      // With a hundred departments it is 10 kB, fetched on every page load.
      config: { needs: [], packed: true },
      schema: {
        summary: 'Whether the session is still valid, and whose it is',
        tags: ['Sessions'],
        response: { 200: z.object({ user: SignedInUser }) },
      },
    },
    async (req) => ({ user: req.actor.user }),
  )
}

function ownSessionRoutes(app: App, deps: Deps): void {
  app.get(
    '/profile/sessions',
    {
      config: { needs: [], isPrivate: true },
      schema: { summary: 'The caller’s open sessions', tags: ['Sessions'], response: { 200: z.array(Session) } },
    },
    (req) => listSessions(deps, req.actor),
  )

  app.delete(
    '/profile/sessions',
    {
      config: { needs: [] },
      schema: { summary: 'End the caller’s other sessions', tags: ['Sessions'], response: { 204: z.null() } },
    },
    async (req, reply) => {
      await endOtherSessions(deps, req.actor)
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/profile/sessions/:id',
    {
      config: { needs: [] },
      schema: {
        summary: 'End one of the caller’s sessions',
        tags: ['Sessions'],
        params: SessionParams,
        response: { 204: z.null() },
      },
    },
    async (req, reply) => {
      await endOwnSession(deps, req.actor, req.params.id)
      return reply.code(204).send(null)
    },
  )
}

function seeAsRoutes(app: App, deps: Deps): void {
  app.post(
    '/see-as',
    {
      config: { needs: ['roles.manage'], fails: [404] },
      schema: {
        summary: 'See the page as somebody else for a while, without changing anything',
        tags: ['Roles'],
        body: SeeAs,
        response: { 204: z.null() },
      },
    },
    async (req, reply) => {
      await startSeeingAs(deps, req.actor, req.body.personId)
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/see-as',
    {
      config: { needs: [], allowedWhileViewingAs: true },
      schema: { summary: 'See the page as oneself again', tags: ['Roles'], response: { 204: z.null() } },
    },
    async (req, reply) => {
      await stopSeeingAs(deps, req.actor)
      return reply.code(204).send(null)
    },
  )
}
