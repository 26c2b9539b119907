import { z } from 'zod'
import { OPEN_OR } from '../../shared/request-rules.ts'
import { Problem } from '../../shared/problem.ts'
import {
  Cancellation,
  NewRequestWithFiles,
  RequestCancelled,
  RequestConflict,
  RequestPatch,
  ServiceRequest,
} from '../../shared/requests.ts'
import { HistoryEntry, HistoryPageQuery } from '../../shared/request-history.ts'
import { listHistory } from './history/service.ts'
import { TEXT_BODY_LIMIT } from '../platform/http/body.ts'
import { linkEarlier } from '../platform/http/paging.ts'
import { INTERNAL_TOO, SEE_OTHERS } from '../platform/http/needs.ts'
import type { App } from '../platform/http/app.ts'
import type { StoringDeps } from './deps.ts'
import { getRequest, getRow } from './service.ts'
import { editRequest } from './edit.ts'
import { cancelRequest } from './cancel.ts'
import { createRequest } from './create.ts'

/** The id, or the number that people know: RFD-2026-0042. */
export const RequestAddress = z.object({ id: z.string() })

const tags = ['Requests']

export function requestRoutes(app: App, deps: StoringDeps): void {
  readingRoutes(app, deps)
  changingRoutes(app, deps)
}

function readingRoutes(app: App, deps: StoringDeps): void {
  app.get(
    '/requests/:id',
    {
      config: { needs: { sometimes: { 'requests.viewAll': SEE_OTHERS } }, tagged: true },
      schema: { summary: 'One request', tags, params: RequestAddress, response: { 200: ServiceRequest } },
    },
    (req) => getRequest(deps, req.actor, req.params.id),
  )

  app.get(
    '/requests/:id/history',
    {
      config: {
        needs: { sometimes: { 'requests.viewAll': SEE_OTHERS, 'comments.internal': INTERNAL_TOO } },
        paged: true,
        tagged: true,
      },
      schema: {
        summary: 'The newest history entries of a request, or the newest before one of them; oldest first',
        tags,
        params: RequestAddress,
        querystring: HistoryPageQuery,
        response: { 200: z.array(HistoryEntry) },
      },
    },
    async (req, reply) => {
      const { id } = req.params
      const row = await getRow(deps.db.read, req.actor, await deps.settings.policy(), id)
      const { entries, hasEarlier } = await listHistory(deps.db.read, req.actor, row.number, req.query)
      const [oldest] = entries
      const path = `/api/requests/${encodeURIComponent(id)}/history`
      if (hasEarlier && oldest) linkEarlier(reply, path, req.query.limit, oldest.id)
      return entries
    },
  )
}

function changingRoutes(app: App, deps: StoringDeps): void {
  app.post(
    '/requests',
    {
      bodyLimit: TEXT_BODY_LIMIT,
      config: {
        needs: { all: ['requests.create'], sometimes: { 'documents.upload': 'to attach files to it' } },
        idempotent: true,
      },
      schema: {
        summary: 'Submit a request, with the uploads that belong to it',
        tags,
        body: NewRequestWithFiles,
        response: { 201: ServiceRequest },
      },
    },
    async (req, reply) => {
      return reply.code(201).send(await createRequest(deps, req.actor, req.body, req.idempotentCall))
    },
  )

  app.patch(
    '/requests/:id',
    {
      config: {
        needs: {
          all: ['requests.edit'],
          sometimes: {
            'requests.assign': 'to change the assignee',
            'requests.cancelOwn': 'to cancel one’s own',
            'requests.cancelAny': 'to cancel one of somebody else',
            'requests.viewAll': SEE_OTHERS,
          },
        },
      },
      bodyLimit: TEXT_BODY_LIMIT,
      schema: {
        summary: 'Change a request; with `version`, refused when somebody else changed it first',
        tags,
        params: RequestAddress,
        body: RequestPatch,
        response: { 200: ServiceRequest, 409: z.union([RequestConflict, Problem]) },
      },
    },
    (req) => editRequest(deps, req.actor, req.params.id, req.body),
  )

  app.put(
    '/requests/:id/cancel',
    {
      config: {
        needs: {
          oneOf: ['requests.cancelOwn', 'requests.cancelAny'],
          sometimes: { 'requests.cancelAny': 'to cancel one of somebody else', 'requests.viewAll': SEE_OTHERS },
        },
      },
      schema: {
        summary: `Cancel a request that is ${OPEN_OR}`,
        tags,
        params: RequestAddress,
        body: Cancellation.nullish(),
        response: { 200: RequestCancelled },
      },
    },
    (req) => cancelRequest(deps, req.actor, req.params.id, req.body?.reason),
  )
}
