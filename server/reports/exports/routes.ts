import { z } from 'zod'
import { Export, ExportList, NewExport } from '../../../shared/exports/exports.ts'
import type { App } from '../../platform/http/app.ts'
import type { Deps } from './deps.ts'
import { getExport, listExports, readExport, removeExport } from './service.ts'
import { startExport } from './start-export.ts'

const tags = ['Reports']
const params = z.object({ id: z.string() })
const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

const NEEDS_OF_LISTS = {
  all: ['reports.export'],
  sometimes: { 'analytics.view': 'to export lists of the analytics', 'team.manage': 'to export the list of people' },
} as const

const NEEDS_OF_FILES = {
  all: ['reports.export'],
  sometimes: {
    'analytics.view': 'for lists of the analytics',
    'team.manage': 'for the list of people',
    'requests.viewAll': 'for one made with the requests of everybody where people see only their own',
  },
} as const

export function exportRoutes(app: App, deps: Deps): void {
  app.post(
    '/exports',
    {
      config: { needs: NEEDS_OF_LISTS, idempotent: true },
      schema: {
        summary: 'Write a list into a file, all of its rows',
        tags,
        body: NewExport,
        response: { 201: Export },
      },
    },
    async (req, reply) => reply.code(201).send(await startExport(deps, req.actor, req.body, req.idempotentCall)),
  )
  app.get(
    '/exports',
    {
      config: { needs: ['reports.export'] },
      schema: { summary: 'The caller’s exports, newest first', tags, response: { 200: ExportList } },
    },
    (req) => listExports(deps, req.actor),
  )
  app.get(
    '/exports/:id',
    {
      config: { needs: ['reports.export'] },
      schema: { summary: 'One export and its progress', tags, params, response: { 200: Export } },
    },
    (req) => getExport(deps, req.actor, req.params.id),
  )
  app.get(
    '/exports/:id/content',
    {
      // Each call stores an audit entry.
      config: { needs: NEEDS_OF_FILES, bucket: 'writes' },
      schema: { summary: 'The file of an export', tags, params, response: { 200: z.unknown() } },
    },
    async (req, reply) => {
      const { file, content } = await readExport(deps, req.actor, req.params.id)
      reply.header('content-disposition', `attachment; filename="${file.fileName}"`)
      reply.header('content-length', file.size ?? 0)
      reply.header('etag', `"${file.checksum}"`)
      return reply.type(MEDIA_TYPES[file.format]).send(content)
    },
  )
  app.delete(
    '/exports/:id',
    {
      config: { needs: ['reports.export'] },
      schema: { summary: 'Delete an export; one under way is stopped', tags, params, response: { 204: z.null() } },
    },
    async (req, reply) => {
      await removeExport(deps, req.actor, req.params.id)
      return reply.code(204).send(null)
    },
  )
}
