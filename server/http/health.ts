import { z } from 'zod'
import type { App, Services } from '../services.ts'

export function healthRoutes(app: App, { db }: Services): void {
  app.get(
    '/health',
    {
      config: { public: true },
      schema: {
        summary: 'Whether the process is alive',
        tags: ['Operation'],
        response: { 200: z.object({ status: z.literal('ok') }) },
      },
    },
    async () => ({ status: 'ok' as const }),
  )

  app.get(
    '/ready',
    {
      config: { public: true },
      schema: {
        summary: 'Whether calls can be answered: the database is reachable and up to date',
        description:
          'Answers 503 with the error body when they cannot. Migrations are applied before the server listens.',
        tags: ['Operation'],
        response: { 200: z.object({ status: z.literal('ready') }) },
      },
    },
    async () => {
      await db.ping()
      return { status: 'ready' as const }
    },
  )
}
