import { mayDecideSuggestion } from '../../../shared/request-rules.ts'
import type { RequestRow } from '../../requests/row.ts'
import type { Actor } from '../../platform/actor.ts'

/** Whether this person may have suggestions stored with the request, and decide about them. */
export function mayDecide(actor: Actor, row: Pick<RequestRow, 'requester_id'>): boolean {
  return mayDecideSuggestion(actor, { requesterId: row.requester_id })
}
