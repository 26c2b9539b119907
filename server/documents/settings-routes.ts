import { StoredDocumentSettings } from '../../shared/document-settings.ts'
import type { App } from '../platform/http/app.ts'
import type { Deps } from './deps.ts'
import { changeDocumentSettings, getDocumentSettings } from './settings.ts'

const tags = ['Settings']

export function documentSettingsRoutes(app: App, deps: Deps): void {
  app.get(
    '/settings/documents',
    {
      config: { needs: [], tagged: true },
      schema: {
        summary: 'What may be attached, and how much',
        tags,
        response: { 200: StoredDocumentSettings },
      },
    },
    () => getDocumentSettings(deps),
  )

  app.put(
    '/settings/documents',
    {
      config: { needs: ['settings.manage'] },
      schema: {
        summary: 'Change what may be attached, and how much; refused when somebody else was first',
        tags,
        body: StoredDocumentSettings,
        response: { 200: StoredDocumentSettings },
      },
    },
    (req) => changeDocumentSettings(deps, req.actor, req.body),
  )
}
