import type { SignedInUser } from '../../shared/users.ts'
import { del, get, post } from './api.ts'
import { updateSessionUser, useSession } from './session.ts'

/** Whether an administrator sees the page as another person: nothing can be changed, and private data is closed. */
export function useIsSeeing(): boolean {
  return Boolean(useSession()?.user.seeing)
}

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
