import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { PasswordChange, Profile, ProfileChange } from '../../shared/users.ts'
import type { App } from '../http/app.ts'
import { repeatable } from '../idempotency/service.ts'
import { changePassword } from '../sessions/password.ts'
import { getProfile } from '../users/service.ts'
import type { Deps } from './deps.ts'
import { changeProfile } from './service.ts'

export function profileRoutes(app: App, deps: Deps): void {
  app.get(
    '/profile',
    { schema: { summary: 'The caller’s profile', tags: ['Profile'], response: { 200: Profile } } },
    (req) => getProfile(deps.db.read, req.actor),
  )

  app.put(
    '/profile',
    {
      config: { fails: [403, 429] },
      schema: {
        summary: 'Change the caller’s profile',
        tags: ['Profile'],
        body: ProfileChange,
        response: { 200: Profile },
      },
    },
    (req) => changeProfile(deps, req.actor, req.body),
  )

  app.post(
    '/profile/change-password',
    {
      config: { repeatable: true, fails: [429] },
      schema: {
        summary: 'Change the caller’s password; ends their other sessions',
        tags: ['Profile'],
        body: PasswordChange,
        response: { 200: z.object({ message: z.string() }) },
      },
    },
    async (req) => {
      const call = repeatable(req.headers['idempotency-key'], {
        userId: req.actor.id,
        route: 'POST /profile/change-password',
        body: secretly(deps, req.body),
      })
      await changePassword(deps, req.actor, req.body, call)
      return { message: 'Your password has been changed.' }
    },
  )
}

/** What is stored of a body with passwords: whoever has a copy of the database must not be able to guess at it. */
function secretly({ config }: Deps, body: PasswordChange): string {
  const key = Buffer.concat([Buffer.from('password-change:'), config.secretKey])
  return createHmac('sha256', key).update(JSON.stringify(body)).digest('base64url')
}
