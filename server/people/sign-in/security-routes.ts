import { z } from 'zod'
import { BlockedSignIns, BlockedSignInsQuery } from '../../../shared/blocked-sign-ins.ts'
import { SecurityChange, SecurityEffects, SecurityEffectsQuery, SecuritySettings } from '../../../shared/security.ts'
import type { App } from '../../platform/http/app.ts'
import { liftBlock, listBlockedSignIns } from './blocked-sign-ins.ts'
import type { Deps } from './deps.ts'
import { changeSecurity, getSecurity, getSecurityEffects } from './security-policy.ts'

const BlockParams = z.object({ id: z.string().regex(/^[\da-f-]{32,36}$/, 'This is not the id of a block') })

export function blockedSignInRoutes(app: App, deps: Deps): void {
  app.get(
    '/settings/blocked-sign-ins',
    {
      config: { needs: ['settings.manage'] },
      schema: {
        summary: 'Accounts and addresses that have to wait after failed sign-ins, longest wait first',
        tags: ['Settings'],
        querystring: BlockedSignInsQuery,
        response: { 200: BlockedSignIns },
      },
    },
    (req) => listBlockedSignIns(deps, req.actor, req.query),
  )

  app.delete(
    '/settings/blocked-sign-ins/:id',
    {
      config: { needs: ['settings.manage'] },
      schema: {
        summary: 'Lift one of these blocks',
        tags: ['Settings'],
        params: BlockParams,
        response: { 204: z.null() },
      },
    },
    async (req, reply) => {
      await liftBlock(deps, req.actor, req.params.id)
      return reply.code(204).send(null)
    },
  )
}

export function securityRoutes(app: App, deps: Deps): void {
  app.get(
    '/settings/security',
    {
      config: { needs: ['settings.manage'] },
      schema: { summary: 'The security policy', tags: ['Settings'], response: { 200: SecuritySettings } },
    },
    (req) => getSecurity(deps, req.actor),
  )

  app.put(
    '/settings/security',
    {
      config: {
        needs: { all: ['settings.manage'], sometimes: { 'requests.viewAll': 'to change who sees which requests' } },
        fails: [409],
      },
      schema: {
        summary: 'Change the security policy; it counts from the next call on, for open sessions too',
        tags: ['Settings'],
        body: SecurityChange,
        response: { 200: SecuritySettings },
      },
    },
    (req) => changeSecurity(deps, req.actor, req.body),
  )

  app.get(
    '/settings/security/effects',
    {
      config: { needs: ['settings.manage'] },
      schema: {
        summary: 'What a session timeout and a number of sessions would do to the sessions that are open now',
        tags: ['Settings'],
        querystring: SecurityEffectsQuery,
        response: { 200: SecurityEffects },
      },
    },
    (req) => getSecurityEffects(deps, req.actor, req.query),
  )
}
