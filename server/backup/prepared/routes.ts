import { z } from 'zod'
import { RestoreRequest } from '../../../shared/backups.ts'
import { PERMISSIONS } from '../../../shared/permissions.ts'
import type { App } from '../../platform/http/app.ts'
import type { Deps } from '../deps.ts'
import { askForRestore, withdrawRestore } from './service.ts'

const tags = ['Backups']
const params = z.object({ id: z.string().regex(/^[\w-]{1,64}$/, 'This is not the id of a backup') })

export function restoreRoutes(app: App, deps: Deps): void {
  app.post(
    '/backups/:id/restore',
    {
      config: { needs: [...PERMISSIONS] },
      schema: {
        summary: 'Restore a backup beside the office; it takes its place at the next start of the server',
        tags,
        params,
        body: RestoreRequest,
        response: { 202: z.null() },
      },
    },
    async (req, reply) => {
      await askForRestore(deps, req.actor, req.params.id, req.body)
      return reply.code(202).send(null)
    },
  )
  app.delete(
    '/backups/restore',
    {
      config: { needs: ['backups.manage'] },
      schema: { summary: 'Withdraw a restore that has not taken place', tags, response: { 204: z.null() } },
    },
    async (req, reply) => {
      await withdrawRestore(deps, req.actor)
      return reply.code(204).send(null)
    },
  )
}
