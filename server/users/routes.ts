import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { FirstAdministrator, PasswordChange, Profile, ProfileChange, User } from '../../shared/users.ts'
import { PUBLIC_BODY_LIMIT } from '../http/body.ts'
import { etagOf, isKnown } from '../http/etag.ts'
import { repeatable } from '../idempotency/service.ts'
import type { App, Services } from '../services.ts'
import { listActiveUsers } from './queries.ts'
import { changePassword, editProfile, getProfile } from './service.ts'
import { setUp } from './setup.ts'

export function userRoutes(app: App, services: Services): void {
  const { db, config } = services

  app.get(
    '/users',
    {
      schema: {
        summary: 'People with an active account, by name',
        tags: ['People'],
        response: { 200: z.array(User), 304: z.null() },
      },
    },
    async (req, reply) => {
      const users = await listActiveUsers(db.read, config)
      const etag = etagOf(JSON.stringify(users))
      reply.header('etag', etag)
      if (isKnown(req.headers['if-none-match'], etag)) return reply.code(304).send(null)
      return users
    },
  )

  app.get(
    '/profile',
    { schema: { summary: 'The caller’s profile', tags: ['Profile'], response: { 200: Profile } } },
    (req) => getProfile(db.read, req.actor),
  )

  app.put(
    '/profile',
    {
      config: { fails: [403, 429] },
      schema: {
        summary: 'Change the caller’s profile',
        tags: ['Profile'],
        body: ProfileChange,
        response: { 200: Profile },
      },
    },
    (req) => editProfile(services, req.actor, req.body),
  )

  app.post(
    '/profile/change-password',
    {
      config: { repeatable: true, fails: [429] },
      schema: {
        summary: 'Change the caller’s password; ends their other sessions',
        tags: ['Profile'],
        body: PasswordChange,
        response: { 200: z.object({ message: z.string() }) },
      },
    },
    async (req) => {
      const call = repeatable(req.headers['idempotency-key'], {
        userId: req.actor.id,
        route: 'POST /profile/change-password',
        body: secretly(services, req.body),
      })
      await changePassword(services, req.actor, req.body, call)
      return { message: 'Your password has been changed.' }
    },
  )

  app.post(
    '/setup',
    {
      bodyLimit: PUBLIC_BODY_LIMIT,
      config: { public: true, fails: [403, 409] },
      schema: {
        summary: 'Create the first administrator, with the token of the link that the first start prints',
        tags: ['Operation'],
        body: FirstAdministrator,
        response: { 201: z.object({ message: z.string() }) },
      },
    },
    async (req, reply) => {
      await setUp(services, req.body)
      return reply.code(201).send({ message: 'The administrator is created. Please sign in.' })
    },
  )
}

/** What is stored of a body with passwords: whoever has a copy of the database must not be able to guess at it. */
function secretly({ config }: Services, body: PasswordChange): string {
  const key = Buffer.concat([Buffer.from('password-change:'), config.secretKey])
  return createHmac('sha256', key).update(JSON.stringify(body)).digest('base64url')
}
