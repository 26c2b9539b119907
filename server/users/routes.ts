import { z } from 'zod'
import { FirstAdministrator, SetupState, User } from '../../shared/users.ts'
import { PUBLIC_BODY_LIMIT } from '../http/body.ts'
import type { App } from '../http/app.ts'
import { etagOf, isKnown } from '../http/etag.ts'
import type { Deps } from './deps.ts'
import { hasUsers, listActiveUsers } from './queries.ts'
import { setUp } from './setup.ts'

export function userRoutes(app: App, deps: Deps): void {
  const { db, config, settings } = deps

  app.get(
    '/users',
    {
      config: { needs: [] },
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
    '/setup',
    {
      config: { public: true },
      schema: {
        summary: 'Whether the first administrator is still to be created',
        tags: ['Operation'],
        response: { 200: SetupState },
      },
    },
    async () => {
      if (await hasUsers(db.read)) return { open: false }
      const { passwordMinLength } = await settings.policy()
      return { open: true, passwordMinLength }
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
      await setUp(deps, req.body)
      return reply.code(201).send({ message: 'The administrator is created. Please sign in.' })
    },
  )
}
