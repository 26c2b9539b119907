import { Presence, PresenceSaid } from '../../../shared/presence.ts'
import type { App } from '../../platform/http/app.ts'
import { SEE_OTHERS } from '../../platform/http/needs.ts'
import { RequestAddress } from '../../requests/routes.ts'
import { type Deps, sayPresence } from './service.ts'

export function presenceRoutes(app: App, deps: Deps): void {
  app.put(
    '/requests/:id/presence',
    {
      config: { needs: { sometimes: { 'requests.viewAll': SEE_OTHERS } }, isPoll: true, fails: [429] },
      schema: {
        summary: 'Say every ten seconds that a page shows or edits a request, and learn who else does; at most 20',
        tags: ['Notices'],
        params: RequestAddress,
        body: PresenceSaid,
        response: { 200: Presence },
      },
    },
    (req) => sayPresence(deps, req.actor, req.params.id, req.body),
  )
}
