import type { SignedInUser } from '../../shared/users.ts'
import { del, get, post } from './api.ts'
import { updateSessionUser } from './session.ts'

/** Switches the session to see the page as another person: menu, screens and answers are theirs. */
export async function startSeeingAs(personId: string): Promise<void> {
  await post('/api/see-as', { personId })
  await takeOverSession()
}

export async function stopSeeingAs(): Promise<void> {
  await del('/api/see-as')
  await takeOverSession()
}

/** Rereads the session's user from the server. */
export async function takeOverSession(): Promise<void> {
  const { user } = await get<{ user: SignedInUser }>('/api/auth/validate')
  updateSessionUser(user)
}
