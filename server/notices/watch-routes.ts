import { z } from 'zod'
import { Watcher } from '../../shared/notices.ts'
import { SEE_OTHERS } from '../platform/http/needs.ts'
import type { App } from '../platform/http/app.ts'
import { RequestAddress } from '../requests/routes.ts'
import type { Deps } from './deps.ts'
import { chooseWatching, listRequestWatchers } from './watch.ts'

const tags = ['Notices']
const needs = { sometimes: { 'requests.viewAll': SEE_OTHERS } }

export function watchRoutes(app: App, deps: Deps): void {
  app.get(
    '/requests/:id/watchers',
    {
      config: {
        needs: { sometimes: { ...needs.sometimes, 'comments.internal': 'to see who wrote internal notes alone' } },
        tagged: true,
      },
      schema: {
        summary: 'Who is notified of the changes of a request, by name; at most 200',
        tags,
        params: RequestAddress,
        response: { 200: z.array(Watcher) },
      },
    },
    (req) => listRequestWatchers(deps, req.actor, req.params.id),
  )

  for (const method of ['PUT', 'DELETE'] as const) {
    const watches = method === 'PUT'
    app.route({
      method,
      url: '/requests/:id/watch',
      config: { needs },
      schema: {
        summary: watches ? 'Be notified of the changes of a request' : 'No longer be notified of its changes',
        tags,
        params: RequestAddress,
        response: { 204: z.null() },
      },
      handler: async (req, reply) => {
        await chooseWatching(deps, req.actor, req.params.id, watches)
        return reply.code(204).send(null)
      },
    })
  }
}
