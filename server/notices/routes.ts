import { z } from 'zod'
import { NoticeMarks, Notices, NoticesQuery } from '../../shared/notices.ts'
import type { App } from '../http/app.ts'
import type { Deps } from './deps.ts'
import { listNotices, markAs } from './list.ts'

const tags = ['Notices']
/** What is left: foreign ids change nothing. */
const UnreadCounts = z.object({ unread: z.int(), mentions: z.int() })

export function noticeRoutes(app: App, deps: Deps): void {
  app.get(
    '/notices',
    {
      config: { needs: [], isPrivate: true, isPoll: true, tagged: true },
      schema: {
        summary: 'The caller’s notices, newest first',
        tags,
        querystring: NoticesQuery,
        response: { 200: Notices },
      },
    },
    (req) => listNotices(deps, req.actor, req.query),
  )

  for (const state of ['read', 'unread'] as const) {
    app.post(
      `/notices/${state}`,
      {
        config: { needs: [] },
        schema: {
          summary: `Mark notices of the caller as ${state}`,
          tags,
          body: NoticeMarks,
          response: { 200: UnreadCounts },
        },
      },
      (req) => markAs(deps, req.actor, state, req.body),
    )
  }
}
