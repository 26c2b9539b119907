import {
  AiSettings,
  AiSettingsChange,
  AiSettingsTested,
  AiSettingsTrial,
  EstimateSettings,
} from '../../shared/settings.ts'
import type { App, Services } from '../services.ts'
import { changeAiSettings, getAiSettings, testAiSettings } from './ai.ts'
import { changeEstimateSettings, getEstimateSettings } from './estimates.ts'

const tags = ['Settings']

export function settingsRoutes(app: App, services: Services): void {
  app.get(
    '/settings/ai',
    {
      schema: {
        summary: 'How the language model is set up, and what it was used for',
        tags,
        response: { 200: AiSettings },
      },
    },
    (req) => getAiSettings(services, req.actor),
  )

  app.put(
    '/settings/ai',
    {
      schema: {
        summary: 'Set up the language model; the key is kept sealed and never told',
        tags,
        body: AiSettingsChange,
        response: { 200: AiSettings },
      },
    },
    (req) => changeAiSettings(services, req.actor, req.body),
  )

  app.post(
    '/settings/ai/test',
    {
      schema: {
        summary: 'Ask the language model a fixed small question, with settings that need not be stored yet',
        tags,
        body: AiSettingsTrial.nullish(),
        response: { 200: AiSettingsTested },
      },
    },
    (req) => testAiSettings(services, req.actor, req.body ?? {}),
  )

  app.get(
    '/settings/estimates',
    { schema: { summary: 'Which days estimates count', tags, response: { 200: EstimateSettings } } },
    (req) => getEstimateSettings(services, req.actor),
  )

  app.put(
    '/settings/estimates',
    {
      schema: {
        summary: 'Have estimates count every day, or Monday to Friday',
        tags,
        body: EstimateSettings,
        response: { 200: EstimateSettings },
      },
    },
    (req) => changeEstimateSettings(services, req.actor, req.body),
  )
}
