import type { Actor as PermittedActor } from '../../shared/requests.ts'
import type { SignedInUser } from '../../shared/users.ts'

/** The signed-in person behind a call, with the present state of session, account and role. */
export interface Actor extends PermittedActor {
  user: SignedInUser
  sessionId: string
  /** id of the administrator who sees the page as this person (read-only) */
  seenBy?: string
}

/** The person to record for a read: the administrator while they see the page as somebody else. */
export function readerId({ id, seenBy }: Pick<Actor, 'id' | 'seenBy'>): string {
  return seenBy ?? id
}
