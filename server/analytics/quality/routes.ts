import { AiQuality } from '../../../shared/ai-quality.ts'
import type { App } from '../../platform/http/app.ts'
import type { Deps } from './deps.ts'
import { getQuality } from './service.ts'

export function qualityRoutes(app: App, deps: Deps): void {
  app.get(
    '/ai/quality',
    {
      config: {
        needs: { all: ['analytics.view'], sometimes: { 'requests.viewAll': 'where people see only their own' } },
      },
      schema: {
        summary: 'How suggestions and estimates compare with what people decided',
        tags: ['AI'],
        response: { 200: AiQuality },
      },
    },
    (req) => getQuality(deps, req.actor),
  )
}
