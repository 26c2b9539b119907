import { z } from 'zod'
import { DatabaseStatus, DeadLetters, DeadLettersQuery } from '../../shared/operation.ts'
import type { App } from '../http/app.ts'
import { getDatabaseStatus } from './database-status.ts'
import { listDeadLetters, retryDeadLetter } from './dead-letters.ts'
import type { Deps } from './deps.ts'

const tags = ['Settings']
const JobParams = z.object({ id: z.string().regex(/^[\w-]{1,64}$/, 'This is not the id of a job') })

export function operationRoutes(app: App, deps: Deps): void {
  app.get(
    '/settings/database',
    {
      config: { needs: ['settings.manage'], isPoll: true },
      schema: { summary: 'How the database is at this moment', tags, response: { 200: DatabaseStatus } },
    },
    (req) => getDatabaseStatus(deps, req.actor),
  )

  app.get(
    '/settings/dead-letters',
    {
      config: { needs: ['settings.manage'] },
      schema: {
        summary: 'Jobs in the background that were given up, newest first',
        tags,
        querystring: DeadLettersQuery,
        response: { 200: DeadLetters },
      },
    },
    (req) => listDeadLetters(deps, req.actor, req.query),
  )

  app.put(
    '/settings/dead-letters/:id/retry',
    {
      config: { needs: ['settings.manage'] },
      schema: {
        summary: 'Put one of these jobs back into the queue',
        tags,
        params: JobParams,
        response: { 204: z.null() },
      },
    },
    async (req, reply) => {
      await retryDeadLetter(deps, req.actor, req.params.id)
      return reply.code(204).send(null)
    },
  )
}
