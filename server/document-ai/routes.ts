import { z } from 'zod'
import {
  NewReadings,
  Reading,
  ReadingDetails,
  ReadingList,
  ReadingsQuery,
  RequestSources,
} from '../../shared/document-ai.ts'
import type { App } from '../platform/http/app.ts'
import { SEE_OTHERS } from '../platform/http/needs.ts'
import { RequestAddress } from '../requests/routes.ts'
import type { Deps } from './deps.ts'
import { proposalRoutes } from './proposal-routes.ts'
import { deleteReading, getReading, listReadings } from './service.ts'
import { listSources } from './sources.ts'
import { startReadings } from './start-readings.ts'

const tags = ['Document AI']
const params = z.object({ id: z.string() })
const OF_OTHERS = { 'requests.viewAll': SEE_OTHERS } as const
const READING = { all: ['ai.documents'], sometimes: OF_OTHERS } as const

export function documentAiRoutes(app: App, deps: Deps): void {
  readingRoutes(app, deps)
  proposalRoutes(app, deps)
  app.get(
    '/requests/:id/sources',
    {
      config: { needs: { sometimes: { 'requests.viewAll': SEE_OTHERS } } },
      schema: {
        summary: 'The sentences of documents that a request comes from',
        tags,
        params: RequestAddress,
        response: { 200: RequestSources },
      },
    },
    (req) => listSources(deps, req.actor, req.params.id),
  )
}

function readingRoutes(app: App, deps: Deps): void {
  app.post(
    '/document-readings',
    {
      config: {
        needs: {
          all: ['ai.documents'],
          sometimes: { 'documents.upload': 'to have files read that have just arrived', ...OF_OTHERS },
        },
        idempotent: true,
        bucket: 'aiCalls',
        fails: [404],
      },
      schema: {
        summary: 'Have documents read for requests that they ask for',
        tags,
        body: NewReadings,
        response: { 201: z.array(Reading) },
      },
    },
    async (req, reply) => {
      return reply.code(201).send(await startReadings(deps, req.actor, req.body, req.idempotentCall))
    },
  )
  app.get(
    '/document-readings',
    {
      config: { needs: READING },
      schema: {
        summary: 'Documents that have been read or wait for it, newest first',
        tags,
        querystring: ReadingsQuery,
        response: { 200: ReadingList },
      },
    },
    (req) => listReadings(deps, req.actor, req.query),
  )
  app.get(
    '/document-readings/:id',
    {
      config: { needs: READING },
      schema: {
        summary: 'What was read in a document: summary, facts, and the requests it asks for',
        tags,
        params,
        response: { 200: ReadingDetails },
      },
    },
    (req) => getReading(deps, req.actor, req.params.id),
  )
  app.delete(
    '/document-readings/:id',
    {
      config: { needs: READING },
      schema: { summary: 'Delete what was read in a document', tags, params, response: { 204: z.null() } },
    },
    async (req, reply) => {
      await deleteReading(deps, req.actor, req.params.id)
      return reply.code(204).send(null)
    },
  )
}
