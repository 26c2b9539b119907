import { z } from 'zod'
import { BackgroundJobs, JobsQuery } from '../../../shared/background-jobs.ts'
import { DatabaseStatus } from '../../../shared/operation.ts'
import type { App } from '../../platform/http/app.ts'
import { getDatabaseStatus } from './database-status.ts'
import type { DropDeps } from '../../platform/jobs/drop.ts'
import type { Deps } from './deps.ts'
import { deleteJob, listJobs, retryJob } from './jobs.ts'

const tags = ['Settings']
const JobParams = z.object({
  id: z
    .string()
    .regex(/^\d{1,15}$/, 'This is not the id of a job')
    .transform(Number),
})

export function operationRoutes(app: App, deps: Deps & DropDeps): void {
  app.get(
    '/settings/database',
    {
      config: { needs: ['settings.manage'], isPoll: true },
      schema: { summary: 'How the database is at this moment', tags, response: { 200: DatabaseStatus } },
    },
    (req) => getDatabaseStatus(deps, req.actor),
  )

  app.get(
    '/jobs',
    {
      config: { needs: ['settings.manage'], isPoll: true },
      schema: {
        summary: 'Jobs in the background that have not ended',
        tags,
        querystring: JobsQuery,
        response: { 200: BackgroundJobs },
      },
    },
    (req) => listJobs(deps, req.actor, req.query),
  )

  app.put(
    '/jobs/:id/retry',
    {
      config: { needs: ['settings.manage'] },
      schema: { summary: 'Have a job run now', tags, params: JobParams, response: { 204: z.null() } },
    },
    async (req, reply) => {
      await retryJob(deps, req.actor, req.params.id)
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/jobs/:id',
    {
      config: { needs: ['settings.manage'] },
      schema: { summary: 'Drop a job that is not running', tags, params: JobParams, response: { 204: z.null() } },
    },
    async (req, reply) => {
      await deleteJob(deps, req.actor, req.params.id)
      return reply.code(204).send(null)
    },
  )
}
