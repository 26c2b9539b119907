import { AuditNews, AuditNewsQuery, AuditPage, AuditQuery } from '../../shared/audit.ts'
import type { App } from '../http/app.ts'
import type { Deps } from './deps.ts'
import { listEntries, listNews } from './reading.ts'

const tags = ['Audit log']

export function auditRoutes(app: App, deps: Deps): void {
  app.get(
    '/audit',
    {
      config: { needs: ['audit.read'] },
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
      config: { needs: ['audit.read'], tagged: true },
      schema: {
        summary: 'What has come into the audit log since; for a page that is open',
        tags,
        querystring: AuditNewsQuery,
        response: { 200: AuditNews },
      },
    },
    (req) => listNews(deps, req.actor, req.query),
  )
}
