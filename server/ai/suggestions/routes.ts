import { z } from 'zod'
import { AiStatus, ClassifyCall, Suggestion } from '../../../shared/ai.ts'
import { Feedback } from '../../../shared/suggestion-feedback.ts'
import { NULL_BODY, TEXT_BODY_LIMIT } from '../../platform/http/body.ts'
import { RequestAddress } from '../../requests/routes.ts'
import { SEE_OTHERS } from '../../platform/http/needs.ts'
import type { App } from '../../platform/http/app.ts'
import type { NetworkDeps } from './deps.ts'
import { classifyRequest } from './classification.ts'
import { getClassification } from './stored-classification.ts'
import { giveFeedback } from './feedback.ts'
import { getStatus } from './status.ts'

const tags = ['AI']

export function suggestionRoutes(app: App, deps: NetworkDeps): void {
  app.post(
    '/ai/classify-request',
    {
      bodyLimit: TEXT_BODY_LIMIT,
      config: {
        needs: { all: ['ai.classify'], sometimes: { 'requests.viewAll': SEE_OTHERS } },
        fails: [404],
        bucket: 'aiCalls',
      },
      schema: {
        summary: 'Suggest priority, development type and department for a draft or a request',
        tags,
        body: ClassifyCall,
        response: { 200: Suggestion },
      },
    },
    (req) => classifyRequest(deps, req.actor, req.body),
  )

  app.get(
    '/ai/classification/:id',
    {
      config: { needs: { sometimes: { 'requests.viewAll': SEE_OTHERS } } },
      schema: {
        summary: 'The stored classification of a request, null while it waits for one',
        tags,
        params: RequestAddress,
        response: { 200: Suggestion.nullable() },
      },
    },
    async (req, reply) => {
      const classification = await getClassification(deps, req.actor, req.params.id)
      return classification ?? reply.type('application/json; charset=utf-8').send(NULL_BODY)
    },
  )

  app.post(
    '/ai/feedback',
    {
      config: {
        needs: {
          all: ['ai.classify'],
          sometimes: { 'requests.edit': 'to decide about a request of somebody else', 'requests.viewAll': SEE_OTHERS },
        },
        idempotent: true,
        fails: [404],
      },
      schema: {
        summary: 'Say which suggested values were accepted, changed or rejected',
        tags,
        body: Feedback,
        response: { 204: z.null() },
      },
    },
    async (req, reply) => {
      await giveFeedback(deps, req.actor, req.body, req.idempotentCall)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/ai/status',
    {
      config: {
        needs: { sometimes: { 'requests.viewAll': 'to be told counts of requests where people see only their own' } },
      },
      schema: { summary: 'The state of the engine, and what it learned from', tags, response: { 200: AiStatus } },
    },
    (req) => getStatus(deps, req.actor),
  )
}
