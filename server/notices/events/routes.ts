import { z } from 'zod'
import type { App } from '../../platform/http/app.ts'
import { bearerToken } from '../../platform/http/authentication.ts'
import { endTurn } from '../../platform/http/schedule-calls.ts'
import type { Deps } from './deps.ts'

export function eventRoutes(app: App, { events }: Deps): void {
  // Before the server waits for its connections: these would never end by themselves.
  app.addHook('preClose', () => events.close())

  app.get(
    '/events',
    {
      config: { needs: {}, isPoll: true, isEndless: true, fails: [429] },
      schema: {
        summary:
          'What changes, as server-sent events without content; resumes after the header Last-Event-ID, or sends `reset`',
        tags: ['Notices'],
        response: { 200: z.string() },
      },
    },
    async (req, reply) => {
      const release = events.reserve(req.actor.sessionId)
      reply.raw.once('close', release)
      const lastEventId = req.headers['last-event-id']
      reply.hijack()
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      reply.raw.flushHeaders()
      endTurn(reply.raw)
      await events.open(reply.raw, bearerToken(req)!, req.actor, lastEventId?.toString())
    },
  )
}
