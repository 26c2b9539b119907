import { z } from 'zod'
import {
  AiStatus,
  Analysis,
  ClassifyCall,
  Feedback,
  PredictCall,
  Similar,
  SimilarCall,
  Suggestion,
} from '../../shared/ai.ts'
import { repeatable } from '../idempotency/service.ts'
import { TEXT_BODY_LIMIT } from '../http/body.ts'
import { RequestAddress } from '../requests/routes.ts'
import type { App, Services } from '../services.ts'
import { getAnalysis, predictTime } from '../estimates/service.ts'
import { classifyRequest, getClassification } from './classification.ts'
import { giveFeedback } from './feedback.ts'
import { findSimilar } from '../similarity/service.ts'
import { getStatus } from '../training/status.ts'
import { askForTraining } from '../training/service.ts'

const tags = ['AI']
/** An answer of null as it is sent: the framework makes an empty body of the value. Text is sent as it is, whatever the contract. */
const NULL = 'null' as never

export function aiRoutes(app: App, services: Services): void {
  app.post(
    '/ai/classify-request',
    {
      bodyLimit: TEXT_BODY_LIMIT,
      config: { fails: [404], bucket: 'aiCalls' },
      schema: {
        summary: 'Suggest priority, development type and department for a draft or a request',
        tags,
        body: ClassifyCall,
        response: { 200: Suggestion },
      },
    },
    (req) => classifyRequest(services, req.actor, req.body),
  )

  app.get(
    '/ai/classification/:id',
    {
      schema: {
        summary: 'The stored classification of a request, null while it waits for one',
        tags,
        params: RequestAddress,
        response: { 200: Suggestion.nullable() },
      },
    },
    async (req, reply) => {
      const found = await getClassification(services, req.actor, req.params.id)
      return found ?? reply.type('application/json; charset=utf-8').send(NULL)
    },
  )

  app.post(
    '/ai/predict-time',
    {
      bodyLimit: TEXT_BODY_LIMIT,
      config: { fails: [404], bucket: 'aiCalls' },
      schema: {
        summary: 'Estimate processing time and complexity; stored when a request is named',
        tags,
        body: PredictCall,
        response: { 200: Analysis },
      },
    },
    (req) => predictTime(services, req.actor, req.body),
  )

  app.get(
    '/ai/analyze-request/:id',
    {
      schema: {
        summary: 'The stored analysis of a request, null when there is none',
        tags,
        params: RequestAddress,
        response: { 200: Analysis.nullable() },
      },
    },
    async (req, reply) => {
      const found = await getAnalysis(services, req.actor, req.params.id)
      return found ?? reply.type('application/json; charset=utf-8').send(NULL)
    },
  )

  app.post(
    '/ai/similar',
    {
      bodyLimit: TEXT_BODY_LIMIT,
      config: { fails: [404], bucket: 'aiCalls' },
      schema: {
        summary: 'Requests similar to a text, and possible duplicates',
        tags,
        body: SimilarCall,
        response: { 200: Similar },
      },
    },
    (req) => findSimilar(services, req.actor, req.body),
  )

  app.post(
    '/ai/feedback',
    {
      config: { repeatable: true, fails: [404] },
      schema: {
        summary: 'Say which suggested values were accepted, changed or rejected',
        tags,
        body: Feedback,
        response: { 204: z.null() },
      },
    },
    async (req, reply) => {
      const once = repeatable(req.headers['idempotency-key'], {
        userId: req.actor.id,
        route: 'POST /ai/feedback',
        body: req.body,
      })
      await giveFeedback(services, req.actor, req.body, once)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/ai/status',
    { schema: { summary: 'The state of the engine, and what it learned from', tags, response: { 200: AiStatus } } },
    (req) => getStatus(services, req.actor),
  )

  app.post(
    '/ai/train',
    {
      config: { bucket: 'aiCalls' },
      schema: {
        summary: 'Train the engine on the office’s decisions, in the background',
        tags,
        body: z.strictObject({}).nullish(),
        response: { 202: z.object({ message: z.string() }) },
      },
    },
    async (req, reply) => reply.code(202).send(await askForTraining(services, req.actor)),
  )
}
