import { AiSettings, AiSettingsChange, AiSettingsTested, AiSettingsTrial } from '../../../shared/settings.ts'
import type { App } from '../../platform/http/app.ts'
import { changeAiSettings, type Deps, getAiSettings, testAiSettings } from './ai-settings.ts'

const tags = ['Settings']

export function languageModelRoutes(app: App, deps: Deps): void {
  app.get(
    '/settings/ai',
    {
      config: { needs: ['settings.manage'] },
      schema: {
        summary: 'How the language model is set up, and what it was used for',
        tags,
        response: { 200: AiSettings },
      },
    },
    (req) => getAiSettings(deps, req.actor),
  )

  app.put(
    '/settings/ai',
    {
      config: { needs: { all: ['settings.manage'], sometimes: { 'requests.viewAll': 'to name another address' } } },
      schema: {
        summary: 'Set up the language model; the key is stored encrypted and never returned',
        tags,
        body: AiSettingsChange,
        response: { 200: AiSettings },
      },
    },
    (req) => changeAiSettings(deps, req.actor, req.body),
  )

  app.post(
    '/settings/ai/test',
    {
      config: { needs: ['settings.manage'], bucket: 'aiCalls' },
      schema: {
        summary: 'Send the language model a short test question, with settings that may not be saved yet',
        tags,
        body: AiSettingsTrial.nullish(),
        response: { 200: AiSettingsTested },
      },
    },
    (req) => testAiSettings(deps, req.actor, req.body ?? {}),
  )
}
