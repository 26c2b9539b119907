import { Outlook, Outlooks, OutlooksQuery } from '../../../shared/outlook.ts'
import type { App } from '../../platform/http/app.ts'
import { SEE_OTHERS } from '../../platform/http/needs.ts'
import { RequestAddress } from '../../requests/routes.ts'
import type { Deps } from './deps.ts'
import { getOutlook, listOutlooks } from './service.ts'

export function outlookRoutes(app: App, deps: Deps): void {
  app.get(
    '/requests/:id/outlook',
    {
      config: { needs: { sometimes: { 'requests.viewAll': SEE_OTHERS } } },
      schema: {
        summary: 'Where a request stands, and when it will likely be finished',
        tags: ['Requests'],
        params: RequestAddress,
        response: { 200: Outlook },
      },
    },
    (req) => getOutlook(deps, req.actor, req.params.id),
  )

  app.get(
    '/dashboard/outlooks',
    {
      config: { needs: [] },
      schema: {
        summary: 'Where the own open requests stand',
        tags: ['Dashboard'],
        querystring: OutlooksQuery,
        response: { 200: Outlooks },
      },
    },
    (req) => listOutlooks(deps, req.actor, req.query),
  )
}
