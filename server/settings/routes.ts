import { FairUse, FairUseSettings } from '../../shared/settings.ts'
import type { App } from '../http/app.ts'
import type { Deps } from './deps.ts'
import { changeFairUse, type Enforced, getFairUse } from './fair-use.ts'

const tags = ['Settings']

export function settingsRoutes(app: App, deps: Deps & Enforced): void {
  app.get(
    '/settings/fair-use',
    { schema: { summary: 'How much one person may send to the server', tags, response: { 200: FairUseSettings } } },
    (req) => getFairUse(deps, req.actor),
  )

  app.put(
    '/settings/fair-use',
    {
      schema: {
        summary: 'Set how many changes and AI calls one person may send at once and per second',
        tags,
        body: FairUse,
        response: { 200: FairUseSettings },
      },
    },
    (req) => changeFairUse(deps, req.actor, req.body),
  )
}
