import { z } from 'zod'
import { NoticeBudget, NoticePreferences } from '../../shared/notices.ts'
import type { App } from '../http/app.ts'
import { isMailSetUp } from '../mail/stored-settings.ts'
import { noticeBudget } from './budget.ts'
import type { Deps } from './deps.ts'
import { preferencesOf, storePreferences } from './preferences.ts'

const tags = ['Notices']
/** People send back what they got. */
const SentPreferences = NoticePreferences.extend({ mail: z.boolean().optional() })
/** `mail`: whether the office sends mail. */
const StoredPreferences = NoticePreferences.extend({ mail: z.boolean() })

export function preferenceRoutes(app: App, deps: Deps): void {
  const { db } = deps
  const answer = async (personId: string) => ({
    ...(await preferencesOf(db.read, personId)),
    mail: await isMailSetUp(db.read),
  })

  app.get(
    '/profile/notices',
    {
      config: { needs: [], isPrivate: true },
      schema: { summary: 'What the caller wants to be notified of', tags, response: { 200: StoredPreferences } },
    },
    (req) => answer(req.actor.id),
  )

  app.put(
    '/profile/notices',
    {
      config: { needs: [] },
      schema: {
        summary: 'Choose what to be notified of, and where',
        tags,
        body: SentPreferences,
        response: { 200: StoredPreferences },
      },
    },
    async (req) => {
      const { mail: _mail, ...preferences } = req.body
      await db.write((tx) => storePreferences(tx, req.actor.id, preferences))
      return answer(req.actor.id)
    },
  )

  app.post(
    '/profile/notices/budget',
    {
      config: { needs: [] },
      schema: {
        summary: 'How many notices the last seven days would have brought with these preferences; stores nothing',
        tags,
        body: SentPreferences,
        response: { 200: NoticeBudget },
      },
    },
    (req) => noticeBudget(deps, req.actor, req.body),
  )
}
