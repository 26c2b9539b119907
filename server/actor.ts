import type { Actor as PermittedActor } from '../shared/requests.ts'
import type { SignedInUser } from '../shared/users.ts'

/** The signed-in person behind a call, as the session, the account and the role are now. */
export interface Actor extends PermittedActor {
  user: SignedInUser
  sessionId: string
  /** the id of the administrator who sees the page as this person, and changes nothing */
  seenBy?: string
}
