import { ApiError } from './api-error.ts'
import { post } from './api.ts'
import { endSession } from './session.ts'
import { toast } from '../ui/toast.ts'

/** Ends the session here at once, and on the server if it can be reached; otherwise it expires there. */
export function signOut(): void {
  post('/api/auth/logout', undefined, { keepSessionOn401: true }).catch((error: unknown) => {
    // The server has ended the session, but could not persist that.
    if (error instanceof ApiError && error.code === 'unavailable')
      toast({ title: 'Signed out', description: error.sentence })
  })
  endSession('signed-out')
}
