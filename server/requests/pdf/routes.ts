import { z } from 'zod'
import type { App } from '../../platform/http/app.ts'
import { INTERNAL_TOO, SEE_OTHERS } from '../../platform/http/needs.ts'
import type { Deps } from './deps.ts'
import { RequestPdfs } from './service.ts'

export function requestPdfRoutes(app: App, deps: Deps): void {
  const pdfs = new RequestPdfs(deps)
  app.get(
    '/requests/:id/pdf',
    {
      // Each call stores an audit entry.
      config: {
        needs: { sometimes: { 'requests.viewAll': SEE_OTHERS, 'comments.internal': INTERNAL_TOO } },
        bucket: 'writes',
      },
      schema: {
        summary: 'A request as PDF, with its documents, history and comments',
        tags: ['Requests'],
        params: z.object({ id: z.string() }),
        response: { 200: z.unknown() },
      },
    },
    async (req, reply) => {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const { name, size, content } = await pdfs.make(req.actor, req.params.id, gone.signal)
      reply.header('content-disposition', `attachment; filename="${name}"`)
      reply.header('content-length', size)
      return reply.type('application/pdf').send(content)
    },
  )
}
