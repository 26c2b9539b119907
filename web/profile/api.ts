import { useQuery } from '@tanstack/react-query'
import type { PasswordChange, Profile, ProfileChange, Session } from '../../shared/users.ts'
import { del, post, put } from '../client/api.ts'
import { queryClient } from '../client/query.ts'
import { updateSessionUser } from '../client/session.ts'

export const PROFILE = '/api/profile'
const SESSIONS = '/api/profile/sessions'

export function useSessions() {
  return useQuery<Session[]>({ queryKey: [SESSIONS] })
}

/** Also updates the name in the header. */
export async function saveProfile(change: ProfileChange): Promise<Profile> {
  const profile = await put<Profile>(PROFILE, change)
  queryClient.setQueryData([PROFILE], profile)
  const { firstName, lastName, email, department } = profile
  updateSessionUser({ firstName, lastName, email, department })
  return profile
}

export async function changePassword(change: PasswordChange, attempt: object): Promise<void> {
  await post('/api/profile/change-password', change, { attempt })
  // The server has ended all other sessions.
  await queryClient.invalidateQueries({ queryKey: [SESSIONS] })
}

/** @param id of one session, or undefined for all but this one */
export async function endSessions(id: string | undefined): Promise<void> {
  await del(id === undefined ? SESSIONS : `${SESSIONS}/${encodeURIComponent(id)}`)
  await queryClient.invalidateQueries({ queryKey: [SESSIONS] })
}
