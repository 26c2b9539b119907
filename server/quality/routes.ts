import { AiQuality } from '../../shared/ai-quality.ts'
import type { App, Services } from '../services.ts'
import { getQuality } from './service.ts'

export function qualityRoutes(app: App, services: Services): void {
  app.get(
    '/ai/quality',
    {
      schema: {
        summary: 'How suggestions and estimates compare with what people decided',
        tags: ['AI'],
        response: { 200: AiQuality },
      },
    },
    (req) => getQuality(services, req.actor),
  )
}
