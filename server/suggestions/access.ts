import { mayDecideSuggestion } from '../../shared/request-rules.ts'
import type { RequestRow } from '../requests/row.ts'
import type { Actor } from '../actor.ts'

/** Whether what is suggested for a request may be stored with it, and decided, on this person's behalf. */
export function mayDecide(actor: Actor, row: Pick<RequestRow, 'requester_id'>): boolean {
  return mayDecideSuggestion(actor, { requesterId: row.requester_id })
}
