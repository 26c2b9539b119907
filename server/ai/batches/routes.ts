import { z } from 'zod'
import {
  Batch,
  BatchCall,
  BatchDecisions,
  BatchItems,
  BatchItemsQuery,
  BatchOutcome,
  BatchUndo,
} from '../../../shared/ai-batches.ts'
import type { App } from '../../platform/http/app.ts'
import { SEE_OTHERS } from '../../platform/http/needs.ts'
import type { Deps } from './deps.ts'
import { decide, undo } from './decisions.ts'
import { listItems } from './items.ts'
import { cancelBatch, getBatch, listBatches, startBatch } from './service.ts'

const tags = ['AI']
const NEEDS = { all: ['ai.batch'], sometimes: { 'requests.viewAll': SEE_OTHERS } } as const
const params = z.object({ id: z.string() })

export function batchRoutes(app: App, deps: Deps): void {
  runRoutes(app, deps)
  decisionRoutes(app, deps)
}

function runRoutes(app: App, deps: Deps): void {
  app.post(
    '/ai/batches',
    {
      config: { needs: ['ai.batch', 'requests.edit'], idempotent: true, bucket: 'aiCalls' },
      schema: {
        summary: 'Have the engine analyze a selection of requests',
        tags,
        body: BatchCall,
        response: { 201: Batch },
      },
    },
    async (req, reply) => {
      return reply.code(201).send(await startBatch(deps, req.actor, req.body, req.idempotentCall))
    },
  )
  app.get(
    '/ai/batches',
    {
      config: { needs: NEEDS },
      schema: { summary: 'The caller’s batches, newest first', tags, response: { 200: z.array(Batch) } },
    },
    (req) => listBatches(deps, req.actor),
  )
  app.get(
    '/ai/batches/:id',
    {
      config: { needs: NEEDS },
      schema: { summary: 'One batch and its progress', tags, params, response: { 200: Batch } },
    },
    (req) => getBatch(deps, req.actor, req.params.id),
  )
  app.post(
    '/ai/batches/:id/cancel',
    {
      config: { needs: NEEDS },
      schema: {
        summary: 'Stop a batch; its results are kept',
        tags,
        params,
        body: z.strictObject({}).nullish(),
        response: { 200: Batch },
      },
    },
    (req) => cancelBatch(deps, req.actor, req.params.id),
  )
  app.get(
    '/ai/batches/:id/items',
    {
      config: { needs: NEEDS },
      schema: {
        summary: 'The rows of a batch, a page at a time',
        tags,
        params,
        querystring: BatchItemsQuery,
        response: { 200: BatchItems },
      },
    },
    (req) => listItems(deps, req.actor, req.params.id, req.query),
  )
}

function decisionRoutes(app: App, deps: Deps): void {
  app.post(
    '/ai/batches/:id/decisions',
    {
      config: { needs: ['ai.batch', 'requests.edit'], idempotent: true },
      schema: {
        summary: 'Accept, correct or skip rows; requests are edited as if by hand',
        tags,
        params,
        body: BatchDecisions,
        response: { 200: BatchOutcome },
      },
    },
    (req) => decide(deps, req.actor, req.params.id, req.body, req.idempotentCall),
  )
  app.post(
    '/ai/batches/:id/undo',
    {
      config: { needs: ['ai.batch', 'requests.edit'], idempotent: true },
      schema: {
        summary: 'Undo decisions',
        tags,
        params,
        body: BatchUndo,
        response: { 200: BatchOutcome },
      },
    },
    (req) => undo(deps, req.actor, req.params.id, req.body, req.idempotentCall),
  )
}
