import { GeneralSettings, GeneralSettingsChange } from '../../shared/general-settings.ts'
import { FairUseChange, FairUseSettings } from '../../shared/fair-use.ts'
import type { App } from '../platform/http/app.ts'
import type { GeneralDeps } from './deps.ts'
import { changeFairUse, type Enforced, getFairUse } from './fair-use.ts'
import { changeGeneral, getGeneral } from './general.ts'

const tags = ['Settings']

export function settingsRoutes(app: App, deps: GeneralDeps & Enforced): void {
  app.get(
    '/settings/general',
    {
      config: { needs: ['settings.manage'] },
      schema: {
        summary: 'Name, time zone, working days, holidays and published times of the office',
        tags,
        response: { 200: GeneralSettings },
      },
    },
    (req) => getGeneral(deps, req.actor),
  )

  app.put(
    '/settings/general',
    {
      config: { needs: ['settings.manage'] },
      schema: {
        summary:
          'Change what the office is called, when it works and what it publishes; refused when somebody else was first',
        tags,
        body: GeneralSettingsChange,
        response: { 200: GeneralSettings },
      },
    },
    (req) => changeGeneral(deps, req.actor, req.body),
  )

  app.get(
    '/settings/fair-use',
    {
      config: { needs: ['settings.manage'] },
      schema: { summary: 'How much one person may send to the server', tags, response: { 200: FairUseSettings } },
    },
    (req) => getFairUse(deps, req.actor),
  )

  app.put(
    '/settings/fair-use',
    {
      config: { needs: ['settings.manage'] },
      schema: {
        summary:
          'Set how many changes and AI calls one person may send at once and per second; refused when somebody else was first',
        tags,
        body: FairUseChange,
        response: { 200: FairUseSettings },
      },
    },
    (req) => changeFairUse(deps, req.actor, req.body),
  )
}
