import { useQuery } from '@tanstack/react-query'
import type { PasswordChange, Profile, ProfileChange, Session } from '../../../shared/users.ts'
import { del, get, post, put } from '../../client/api.ts'
import { queryClient } from '../../client/query.ts'
import { updateSessionUser } from '../../client/session.ts'

export const PROFILE = '/api/profile'
const SESSIONS = '/api/profile/sessions'

export function useSessions() {
  return useQuery<Session[]>({ queryKey: [SESSIONS] })
}

/** The fields that a person changes themselves. */
export function fieldsOf({ firstName, lastName, email, department }: Profile): ProfileChange {
  return { firstName, lastName, email, department: department ?? '' }
}

/**
 * Sends the other fields as they are stored by now: an administrator may have corrected them while the form was open.
 * Also updates the name in the header.
 */
export async function saveProfile(change: Partial<ProfileChange>): Promise<Profile> {
  const stored = await get<Profile>(PROFILE)
  const profile = await put<Profile>(PROFILE, { ...fieldsOf(stored), ...change })
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
