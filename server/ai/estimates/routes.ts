import { Analysis, PredictCall } from '../../../shared/analysis.ts'
import { EstimateSettings } from '../../../shared/settings.ts'
import { SEE_OTHERS } from '../../platform/http/needs.ts'
import type { App } from '../../platform/http/app.ts'
import { NULL_BODY, TEXT_BODY_LIMIT } from '../../platform/http/body.ts'
import { RequestAddress } from '../../requests/routes.ts'
import type { Deps as SettingsDeps } from '../../settings/deps.ts'
import type { NetworkDeps } from './deps.ts'
import { getAnalysis, predictTime } from './service.ts'
import { changeEstimateSettings, getEstimateSettings } from './settings.ts'

const tags = ['AI']

export function estimateRoutes(app: App, deps: NetworkDeps & SettingsDeps): void {
  app.post(
    '/ai/predict-time',
    {
      bodyLimit: TEXT_BODY_LIMIT,
      config: {
        needs: { all: ['ai.estimate'], sometimes: { 'requests.viewAll': SEE_OTHERS } },
        fails: [404],
        bucket: 'aiCalls',
      },
      schema: {
        summary: 'Estimate processing time and complexity; stored when a request is named',
        tags,
        body: PredictCall,
        response: { 200: Analysis },
      },
    },
    (req) => predictTime(deps, req.actor, req.body),
  )

  app.get(
    '/ai/analyze-request/:id',
    {
      config: { needs: { sometimes: { 'requests.viewAll': SEE_OTHERS } } },
      schema: {
        summary: 'The stored analysis of a request, null when there is none',
        tags,
        params: RequestAddress,
        response: { 200: Analysis.nullable() },
      },
    },
    async (req, reply) => {
      const analysis = await getAnalysis(deps, req.actor, req.params.id)
      return analysis ?? reply.type('application/json; charset=utf-8').send(NULL_BODY)
    },
  )

  app.get(
    '/settings/estimates',
    {
      config: { needs: ['settings.manage'] },
      schema: { summary: 'Which days estimates count', tags: ['Settings'], response: { 200: EstimateSettings } },
    },
    (req) => getEstimateSettings(deps, req.actor),
  )

  app.put(
    '/settings/estimates',
    {
      config: { needs: ['settings.manage'] },
      schema: {
        summary: 'Set whether estimates count every day or working days only',
        tags: ['Settings'],
        body: EstimateSettings,
        response: { 200: EstimateSettings },
      },
    },
    (req) => changeEstimateSettings(deps, req.actor, req.body),
  )
}
