import { z } from 'zod'
import { DocumentList, DocumentText, DocumentTextQuery, NewDocuments, StoredDocument } from '../../shared/documents.ts'
import type { App } from '../platform/http/app.ts'
import { SEE_OTHERS } from '../platform/http/needs.ts'
import { RequestAddress } from '../requests/routes.ts'
import { sendContent } from './content-route.ts'
import type { Deps } from './deps.ts'
import { attachDocuments, deleteDocument, getDocument, listDocuments, restoreDocument } from './service.ts'
import { getDocumentText } from './text.ts'
import { documentSettingsRoutes } from './settings-routes.ts'

const tags = ['Documents']
const DocumentAddress = z.object({ id: z.string() })
const SEEING = { sometimes: { 'requests.viewAll': SEE_OTHERS } } as const
/** When `ai.documents` is needed: the document belongs to no request. */
const OF_NO_REQUEST = 'to see those of others that belong to no request'
const SEEING_ONE = { sometimes: { 'requests.viewAll': SEE_OTHERS, 'ai.documents': OF_NO_REQUEST } } as const
const DELETING = {
  sometimes: {
    'documents.delete': 'for one that somebody else uploaded',
    'requests.viewAll': SEE_OTHERS,
    'ai.documents': OF_NO_REQUEST,
  },
} as const

export function documentRoutes(app: App, deps: Deps): void {
  ofRequests(app, deps)
  ofDocuments(app, deps)
  documentSettingsRoutes(app, deps)
}

function ofRequests(app: App, deps: Deps): void {
  app.get(
    '/requests/:id/documents',
    {
      config: { needs: SEEING, tagged: true },
      schema: {
        summary: 'The documents of a request, oldest first',
        tags,
        params: RequestAddress,
        response: { 200: DocumentList },
      },
    },
    (req) => listDocuments(deps, req.actor, req.params.id),
  )

  app.post(
    '/requests/:id/documents',
    {
      config: { needs: { all: ['documents.upload'], ...SEEING }, idempotent: true },
      schema: {
        summary: 'Attach uploads to a request, all of them or none',
        tags,
        params: RequestAddress,
        body: NewDocuments,
        response: { 201: DocumentList },
      },
    },
    async (req, reply) =>
      reply.code(201).send(await attachDocuments(deps, req.actor, req.params.id, req.body, req.idempotentCall)),
  )
}

function ofDocuments(app: App, deps: Deps): void {
  app.get(
    '/documents/:id',
    {
      config: { needs: SEEING_ONE },
      schema: { summary: 'One document', tags, params: DocumentAddress, response: { 200: StoredDocument } },
    },
    (req) => getDocument(deps, req.actor, req.params.id),
  )

  app.get(
    '/documents/:id/content',
    {
      config: { needs: SEEING_ONE },
      schema: {
        summary: 'The bytes of a document as they were uploaded; takes If-None-Match and a single Range',
        tags,
        params: DocumentAddress,
        response: { 200: z.string() },
      },
    },
    // The response schema only documents that these are bytes; streams bypass the serialiser.
    (req, reply) => sendContent(deps, req, reply, req.params.id),
  )

  app.get(
    '/documents/:id/text',
    {
      config: { needs: SEEING_ONE },
      schema: {
        summary: 'The text of a document from a page on, as many pages as one answer may weigh',
        tags,
        params: DocumentAddress,
        querystring: DocumentTextQuery,
        response: { 200: DocumentText },
      },
    },
    (req) => getDocumentText(deps, req.actor, req.params.id, req.query.from),
  )

  app.delete(
    '/documents/:id',
    {
      config: { needs: DELETING },
      schema: {
        summary: 'Delete a document; it can be restored for a week',
        tags,
        params: DocumentAddress,
        response: { 200: StoredDocument },
      },
    },
    (req) => deleteDocument(deps, req.actor, req.params.id),
  )

  app.put(
    '/documents/:id/restore',
    {
      config: { needs: DELETING, fails: [409] },
      schema: {
        summary: 'Restore a deleted document',
        tags,
        params: DocumentAddress,
        response: { 200: StoredDocument },
      },
    },
    (req) => restoreDocument(deps, req.actor, req.params.id),
  )
}
