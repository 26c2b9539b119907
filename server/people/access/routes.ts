import { z } from 'zod'
import { Access, AccessQuery } from '../../../shared/access.ts'
import { reference } from '../../../shared/text.ts'
import type { App } from '../../platform/http/app.ts'
import type { Deps } from './deps.ts'
import { getAccess } from './service.ts'

export function accessRoutes(app: App, deps: Deps): void {
  app.get(
    '/access/:id',
    {
      config: { needs: ['roles.manage'] },
      schema: {
        summary: 'What a person can do, and with one request, by which role and permission, and why not',
        tags: ['Roles'],
        params: z.object({ id: reference() }),
        querystring: AccessQuery,
        response: { 200: Access },
      },
    },
    (req) => getAccess(deps, req.actor, req.params.id, req.query.request),
  )
}
