import { z } from 'zod'
import { User } from '../../../shared/users.ts'
import { FirstAdministrator, SetupLink, SetupState } from '../../../shared/setup.ts'
import { PUBLIC_BODY_LIMIT } from '../../platform/http/body.ts'
import type { App } from '../../platform/http/app.ts'
import { etagOf, isKnown } from '../../platform/http/etag.ts'
import type { Deps } from './deps.ts'
import { listActiveUsers } from './queries.ts'
import { openSetup, setUp } from './setup.ts'

export function userRoutes(app: App, deps: Deps): void {
  const { db, config } = deps

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

  app.post(
    '/setup/open',
    {
      bodyLimit: PUBLIC_BODY_LIMIT,
      config: { public: true, fails: [403] },
      schema: {
        summary: 'Whether the first administrator can still be created with this link; it is not used up by asking',
        tags: ['Operation'],
        body: SetupLink,
        response: { 200: SetupState },
      },
    },
    // The token is sent in the body, never in the address: proxies log those.
    (req) => openSetup(deps, req.body.token),
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
