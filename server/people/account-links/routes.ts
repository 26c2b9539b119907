import type { FastifyRequest } from 'fastify'
import { LinkToken, LinkUse, OpenedLink } from '../../../shared/account-links.ts'
import { SignIn } from '../../../shared/users.ts'
import type { App } from '../../platform/http/app.ts'
import { bearerToken } from '../../platform/http/authentication.ts'
import { PUBLIC_BODY_LIMIT } from '../../platform/http/body.ts'
import type { Deps } from './deps.ts'
import { openLink, useLink } from './use.ts'

/** Tokens are sent in bodies, never in addresses: proxies log those. */
export function accountLinkRoutes(app: App, deps: Deps): void {
  app.post(
    '/account-links/open',
    {
      bodyLimit: PUBLIC_BODY_LIMIT,
      config: { public: true, fails: [404, 409, 429] },
      schema: {
        summary: 'Whose invitation or password link this is; it is not used up by asking',
        tags: ['Sessions'],
        body: LinkToken,
        response: { 200: OpenedLink },
      },
    },
    async (req) => openLink(deps, req.body.token, await askerOf(deps, req)),
  )

  app.post(
    '/account-links/use',
    {
      bodyLimit: PUBLIC_BODY_LIMIT,
      config: { public: true, fails: [404, 409, 429] },
      schema: {
        summary: 'Choose a password with an invitation or password link, which opens nothing any more then; signs in',
        tags: ['Sessions'],
        body: LinkUse,
        response: { 200: SignIn },
      },
    },
    async (req) => useLink(deps, req.body, await askerOf(deps, req)),
  )
}

/** A link needs no session, but being signed in as another person is detected. */
async function askerOf({ sessions }: Pick<Deps, 'sessions'>, req: Pick<FastifyRequest, 'ip' | 'headers'>) {
  const token = bearerToken(req)
  const actor = token === undefined ? undefined : (sessions.peek(token) ?? (await sessions.find(token)))
  return { address: req.ip, userAgent: req.headers['user-agent'] ?? null, actor }
}
