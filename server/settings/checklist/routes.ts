import { z } from 'zod'
import { Checklist } from '../../../shared/checklist.ts'
import type { App } from '../../platform/http/app.ts'
import type { Deps } from './deps.ts'
import { dismissChecklist, readChecklist } from './service.ts'

const tags = ['Settings']

export function checklistRoutes(app: App, deps: Deps): void {
  app.get(
    '/setup/checklist',
    {
      config: { needs: ['settings.manage'] },
      schema: { summary: 'What of setting up a new office has been done', tags, response: { 200: Checklist } },
    },
    (req) => readChecklist(deps, req.actor),
  )

  app.delete(
    '/setup/checklist',
    {
      config: { needs: ['settings.manage'] },
      schema: { summary: 'Dismiss the checklist for everybody', tags, response: { 204: z.null() } },
    },
    async (req, reply) => {
      await dismissChecklist(deps, req.actor)
      return reply.code(204).send(null)
    },
  )
}
