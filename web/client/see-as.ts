import type { SignedInUser } from '../../shared/users.ts'
import { del, get, post } from './api.ts'
import { updateSessionUser } from './session.ts'

/** From here on the session is somebody else's to look at: menu, screens and answers are theirs. */
export async function startSeeingAs(personId: string): Promise<void> {
  await post('/api/see-as', { personId })
  await takeOverSession()
}

export async function stopSeeingAs(): Promise<void> {
  await del('/api/see-as')
  await takeOverSession()
}

/** Asks the server whose page this is now. */
export async function takeOverSession(): Promise<void> {
  const { user } = await get<{ user: SignedInUser }>('/api/auth/validate')
  updateSessionUser(user)
}
