import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { AuditFilter, AuditHead, AuditNews, AuditNewsQuery, AuditPage, AuditQuery } from '../../../shared/audit.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import type { App } from '../../platform/http/app.ts'
import type { Deps } from './deps.ts'
import { exportCsv, exportLines } from './export.ts'
import { getHead } from './head.ts'
import { listEntries, listEntriesSince } from './reading.ts'

const tags = ['Audit log']

export function auditRoutes(app: App, deps: Deps): void {
  app.get(
    '/audit',
    {
      config: { needs: ['audit.read'], isPrivate: true },
      schema: {
        summary: 'The newest entries of the audit log, or the newest before one of them; newest first',
        tags,
        querystring: AuditQuery,
        response: { 200: AuditPage },
      },
    },
    (req) => listEntries(deps, req.actor, req.query),
  )

  app.get(
    '/audit/news',
    {
      config: { needs: ['audit.read'], isPrivate: true, tagged: true, isPoll: true },
      schema: {
        summary: 'What has come into the audit log since; for a page that is open',
        tags,
        querystring: AuditNewsQuery,
        response: { 200: AuditNews },
      },
    },
    (req) => listEntriesSince(deps, req.actor, req.query),
  )

  app.get(
    '/audit/head',
    {
      config: { needs: ['audit.read'], isPrivate: true },
      schema: {
        summary: 'The digest of the whole log as it is now, and those that were noted on the last days',
        tags,
        response: { 200: AuditHead },
      },
    },
    (req) => getHead(deps, req.actor),
  )
  exportRoutes(app, deps)
}

const VERIFIER = join(import.meta.dirname, 'verify-audit.mjs')

function exportRoutes(app: App, deps: Deps): void {
  app.get(
    '/audit/export.csv',
    {
      config: { needs: ['audit.read'], isPrivate: true },
      schema: {
        summary: 'The matching entries as a table, newest first',
        tags,
        querystring: AuditFilter,
        response: { 200: z.string() },
      },
    },
    async (req, reply) => {
      const pages = await exportCsv(deps, req.actor, req.query)
      return sendFile(reply, Readable.from(pages), 'text/csv; charset=utf-8', 'audit-log.csv')
    },
  )

  app.get(
    '/audit/export.jsonl',
    {
      config: { needs: ['audit.read'], isPrivate: true },
      schema: { summary: 'The whole log as JSON lines, for verify-audit.mjs', tags, response: { 200: z.string() } },
    },
    async (req, reply) => {
      const pages = await exportLines(deps, req.actor)
      return sendFile(reply, Readable.from(pages), 'application/jsonl; charset=utf-8', 'audit-log.jsonl')
    },
  )

  app.get(
    '/audit/verify-audit.mjs',
    {
      config: { needs: ['audit.read'], isPrivate: true },
      schema: { summary: 'The program that checks an exported log offline', tags, response: { 200: z.string() } },
    },
    async (req, reply) => {
      requirePermission(req.actor, 'audit.read', 'read the audit log')
      return sendFile(reply, createReadStream(VERIFIER), 'text/javascript; charset=utf-8', 'verify-audit.mjs')
    },
  )
}

function sendFile(reply: FastifyReply, content: Readable, type: string, name: string) {
  // The response schema documents this as text; a stream bypasses the serialiser.
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(content) as never
}
