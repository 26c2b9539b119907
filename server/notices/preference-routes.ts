import { NoticeBudget, NoticePreferencesChange, StoredNoticePreferences } from '../../shared/notices.ts'
import type { App } from '../platform/http/app.ts'
import { noticeBudget } from './budget.ts'
import type { Deps } from './deps.ts'
import { changeOwnPreferences, getOwnPreferences } from './own-preferences.ts'

const tags = ['Notices']

export function preferenceRoutes(app: App, deps: Deps): void {
  app.get(
    '/profile/notices',
    {
      config: { needs: [], isPrivate: true },
      schema: { summary: 'What the caller wants to be notified of', tags, response: { 200: StoredNoticePreferences } },
    },
    (req) => getOwnPreferences(deps, req.actor),
  )

  app.put(
    '/profile/notices',
    {
      config: { needs: [] },
      schema: {
        summary: 'Choose what to be notified of, and where',
        tags,
        body: NoticePreferencesChange,
        response: { 200: StoredNoticePreferences },
      },
    },
    (req) => changeOwnPreferences(deps, req.actor, req.body),
  )

  app.post(
    '/profile/notices/budget',
    {
      config: { needs: [] },
      schema: {
        summary: 'How many notices the last seven days would have brought with these preferences; stores nothing',
        tags,
        body: NoticePreferencesChange,
        response: { 200: NoticeBudget },
      },
    },
    (req) => noticeBudget(deps, req.actor, req.body),
  )
}
