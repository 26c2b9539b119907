import { z } from 'zod'
import { DashboardArrangement, PasswordChange, Profile, ProfileChange } from '../../../shared/users.ts'
import type { App } from '../../platform/http/app.ts'
import { changePassword } from '../sign-in/password.ts'
import { getProfile } from '../accounts/profile.ts'
import type { Deps } from './deps.ts'
import { arrangeDashboard } from './dashboard.ts'
import { changeProfile } from './service.ts'

export function profileRoutes(app: App, deps: Deps): void {
  app.get(
    '/profile',
    {
      config: { needs: [], isPrivate: true },
      schema: { summary: 'The caller’s profile', tags: ['Profile'], response: { 200: Profile } },
    },
    (req) => getProfile(deps.db.read, req.actor),
  )

  app.put(
    '/profile',
    {
      config: { needs: [], fails: [403, 429] },
      schema: {
        summary: 'Change the caller’s profile',
        tags: ['Profile'],
        body: ProfileChange,
        response: { 200: Profile },
      },
    },
    (req) => changeProfile(deps, req.actor, req.body),
  )

  app.put(
    '/profile/dashboard',
    {
      config: { needs: [] },
      schema: {
        summary: 'Arrange the cards of the caller’s dashboard, or put them back in their order',
        tags: ['Profile'],
        body: DashboardArrangement,
        response: { 200: DashboardArrangement },
      },
    },
    async (req) => {
      await arrangeDashboard(deps, req.actor, req.body.cards)
      return req.body
    },
  )

  app.post(
    '/profile/change-password',
    {
      config: { needs: [], idempotent: 'secret', fails: [429] },
      schema: {
        summary: 'Change the caller’s password; ends their other sessions',
        tags: ['Profile'],
        body: PasswordChange,
        response: { 200: z.object({ message: z.string() }) },
      },
    },
    async (req) => {
      await changePassword(deps, req.actor, req.body, req.idempotentCall)
      return { message: 'Your password has been changed.' }
    },
  )
}
