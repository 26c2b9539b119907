import { z } from 'zod'
import type { App } from '../../platform/http/app.ts'
import type { Deps } from './deps.ts'
import { askForTraining } from './service.ts'

const tags = ['AI']

export function trainingRoutes(app: App, deps: Deps): void {
  app.post(
    '/ai/train',
    {
      config: { needs: ['settings.manage'], bucket: 'aiCalls' },
      schema: {
        summary: 'Train the engine on the office’s decisions, in the background',
        tags,
        body: z.strictObject({}).nullish(),
        response: { 202: z.object({ message: z.string() }) },
      },
    },
    async (req, reply) => reply.code(202).send(await askForTraining(deps, req.actor)),
  )
}
