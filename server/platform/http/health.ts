import { z } from 'zod'
import { bearerToken } from './authentication.ts'
import type { App } from './app.ts'
import type { Deps } from './deps.ts'

const AuditState = z.object({
  state: z.enum(['checking', 'intact', 'damaged']),
  entries: z.int(),
  found: z.object({ damage: z.string(), brokenAt: z.int(), foundAt: z.string() }).nullable(),
})
export type AuditState = z.infer<typeof AuditState>

/** The audit log's state is only for people who may read the log; damage to it does not make the server unready. */
const Ready = z.object({ status: z.literal('ready'), audit: AuditState.optional() })

export function healthRoutes(app: App, { db, audit, sessions }: Pick<Deps, 'db' | 'audit' | 'sessions'>): void {
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
        response: { 200: Ready },
      },
    },
    async (req) => {
      await db.ping()
      const token = bearerToken(req)
      const actor = token === undefined ? undefined : await sessions.find(token)
      // Only people who may read the log see its state.
      return { status: 'ready' as const, ...(actor?.permissions.has('audit.read') && { audit: audit.state }) }
    },
  )
}
