import { Similar, SimilarCall } from '../../../shared/similar-requests.ts'
import type { App } from '../../platform/http/app.ts'
import { TEXT_BODY_LIMIT } from '../../platform/http/body.ts'
import type { Deps } from './deps.ts'
import { findSimilar } from './service.ts'

const tags = ['AI']

export function similarityRoutes(app: App, deps: Deps): void {
  app.post(
    '/ai/similar',
    {
      bodyLimit: TEXT_BODY_LIMIT,
      config: { needs: [], fails: [404], bucket: 'aiCalls' },
      schema: {
        summary: 'Requests similar to a text, and possible duplicates',
        tags,
        body: SimilarCall,
        response: { 200: Similar },
      },
    },
    (req) => findSimilar(deps, req.actor, req.body),
  )
}
