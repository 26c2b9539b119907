import { post } from '../api.ts'
import { endSession } from '../session.ts'

/** Ends the session here at once and on the server as soon as it can be reached; the server forgets it anyway in time. */
export function signOut(): void {
  post('/api/auth/logout', undefined, { keepSessionOn401: true }).catch(() => {})
  endSession('signed-out')
}
