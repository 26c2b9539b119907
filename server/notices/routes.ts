import { z } from 'zod'
import { NoticeMarks, Notices, NoticesQuery, Waiting, WaitingQuery } from '../../shared/notices.ts'
import { SEE_OTHERS } from '../platform/http/needs.ts'
import type { App } from '../platform/http/app.ts'
import type { Deps } from './deps.ts'
import { listNotices, markAs } from './list.ts'
import { listWaiting } from './waiting.ts'

const tags = ['Notices']
const TO_REVIEW = 'to be told of pending requests of one’s department'
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

  app.get(
    '/waiting',
    {
      config: { needs: { sometimes: { 'requests.edit': TO_REVIEW, 'requests.viewAll': SEE_OTHERS } }, tagged: true },
      schema: {
        summary: 'What waits for the caller, most pressing first',
        tags,
        querystring: WaitingQuery,
        response: { 200: Waiting },
      },
    },
    (req) => listWaiting(deps, req.actor, req.query),
  )
}
