import { z } from 'zod'
import { BlockedSignIns, BlockedSignInsQuery } from '../../shared/blocked-sign-ins.ts'
import {
  AiSettings,
  AiSettingsChange,
  AiSettingsTested,
  AiSettingsTrial,
  EstimateSettings,
  FairUse,
  FairUseSettings,
} from '../../shared/settings.ts'
import type { App, Services } from '../services.ts'
import { changeAiSettings, getAiSettings, testAiSettings } from './ai.ts'
import { liftBlock, listBlockedSignIns } from './blocked-sign-ins.ts'
import { changeEstimateSettings, getEstimateSettings } from './estimates.ts'
import { changeFairUse, getFairUse } from './fair-use.ts'

const tags = ['Settings']
const BlockParams = z.object({ id: z.string().regex(/^[\da-f-]{32,36}$/, 'This is not the id of a block') })

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
        summary: 'Set up the language model; the key is stored encrypted and never returned',
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
      config: { bucket: 'aiCalls' },
      schema: {
        summary: 'Send the language model a short test question, with settings that may not be saved yet',
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
        summary: 'Set whether estimates count every day or Monday to Friday',
        tags,
        body: EstimateSettings,
        response: { 200: EstimateSettings },
      },
    },
    (req) => changeEstimateSettings(services, req.actor, req.body),
  )

  app.get(
    '/settings/fair-use',
    { schema: { summary: 'How much one person may send to the server', tags, response: { 200: FairUseSettings } } },
    (req) => getFairUse(services, req.actor),
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
    (req) => changeFairUse(services, req.actor, req.body),
  )

  app.get(
    '/settings/blocked-sign-ins',
    {
      schema: {
        summary: 'Accounts and addresses that have to wait after failed sign-ins, longest wait first',
        tags,
        querystring: BlockedSignInsQuery,
        response: { 200: BlockedSignIns },
      },
    },
    (req) => listBlockedSignIns(services, req.actor, req.query),
  )

  app.delete(
    '/settings/blocked-sign-ins/:id',
    { schema: { summary: 'Lift one of these blocks', tags, params: BlockParams, response: { 204: z.null() } } },
    async (req, reply) => {
      await liftBlock(services, req.actor, req.params.id)
      return reply.code(204).send(null)
    },
  )
}
