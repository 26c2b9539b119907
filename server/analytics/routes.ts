import { z } from 'zod'
import { Flow, FlowQuery } from '../../shared/analytics/flow.ts'
import { Forecast, ForecastQuery, WhatIf, WhatIfQuery } from '../../shared/analytics/forecast.ts'
import { Promises, PromisesQuery } from '../../shared/analytics/promises.ts'
import { AllRowsQuery, FlowRows, RowsQuery } from '../../shared/analytics/rows.ts'
import type { App } from '../platform/http/app.ts'
import { SEE_OTHERS } from '../platform/http/needs.ts'
import type { Deps } from './deps.ts'
import { exportFlowRows } from './rows-csv.ts'
import { getForecast, getWhatIf, listFlowRows, listPromises, serializeFlow } from './service.ts'
import { withEtag } from './with-etag.ts'

const tags = ['Analytics']
const needs = ['analytics.view'] as const
const needsOfExport = {
  all: ['analytics.view', 'reports.export'],
  sometimes: { 'requests.viewAll': SEE_OTHERS },
} as const
const needsOfRows = { all: needs, sometimes: { 'requests.viewAll': SEE_OTHERS } } as const

export function analyticsRoutes(app: App, deps: Deps): void {
  figureRoutes(app, deps)
  listRoutes(app, deps)
}

function figureRoutes(app: App, deps: Deps): void {
  app.get(
    '/analytics/flow',
    {
      config: { needs: needsOfRows },
      schema: {
        summary: 'How work flows: all figures of a period',
        tags,
        querystring: FlowQuery,
        response: { 200: Flow, 304: z.null() },
      },
    },
    (req, reply) =>
      withEtag(deps, req, reply, async () => {
        const body = await serializeFlow(deps, req.actor, req.query)
        // Already serialised by the worker thread to the contract: validating it again would block the event loop.
        reply.type('application/json; charset=utf-8')
        return body as never
      }),
  )

  app.get(
    '/analytics/forecast',
    {
      config: { needs },
      schema: {
        summary: 'When requests are done, with probabilities',
        tags,
        querystring: ForecastQuery,
        response: { 200: Forecast, 304: z.null() },
      },
    },
    (req, reply) => withEtag(deps, req, reply, () => getForecast(deps, req.actor, req.query)),
  )

  app.get(
    '/analytics/what-if',
    {
      config: { needs },
      schema: {
        summary: 'What other people, arrivals, a limit or another order would change',
        tags,
        querystring: WhatIfQuery,
        response: { 200: WhatIf, 304: z.null() },
      },
    },
    (req, reply) => withEtag(deps, req, reply, () => getWhatIf(deps, req.actor, req.query)),
  )
}

function listRoutes(app: App, deps: Deps): void {
  app.get(
    '/analytics/promises',
    {
      config: { needs },
      schema: {
        summary: 'Every move of a due date',
        tags,
        querystring: PromisesQuery,
        response: { 200: Promises, 304: z.null() },
      },
    },
    (req, reply) => withEtag(deps, req, reply, () => listPromises(deps, req.actor, req.query)),
  )

  app.get(
    '/analytics/rows',
    {
      config: { needs: needsOfRows },
      schema: {
        summary: 'The requests behind a mark',
        tags,
        querystring: RowsQuery,
        response: { 200: FlowRows, 304: z.null() },
      },
    },
    (req, reply) => withEtag(deps, req, reply, () => listFlowRows(deps, req.actor, req.query)),
  )

  app.get(
    '/analytics/rows.csv',
    {
      // Each call stores an audit entry.
      config: { needs: needsOfExport, bucket: 'writes' },
      schema: {
        summary: 'All requests behind a mark as a table',
        tags,
        querystring: AllRowsQuery,
        response: { 200: z.unknown() },
      },
    },
    async (req, reply) => {
      const { name, content } = await exportFlowRows(deps, req.actor, req.query)
      reply.header('content-disposition', `attachment; filename="${name}"`)
      return reply.type('text/csv; charset=utf-8').send(content)
    },
  )
}
