import type { HintKind } from '../../../shared/events.ts'
import type { Activity } from '../../../shared/presence.ts'
import type { Permission } from '../../../shared/permissions.ts'
import type { Tx } from './db.ts'

/** Something has changed that leaves no entry in a request's history. The fields after `id` say whom it concerns. */
export interface Hint {
  kind: HintKind
  id?: string
  /** only this person */
  personId?: string
  /** only people who hold this */
  permission?: Permission
  /** only people who see this request */
  request?: { requester_id: string; assigned_to_id: string | null }
  /** For the other processes: where a person's open page is; without an activity it has left. */
  visit?: {
    page: string
    personId: string
    request: { id: string; requester_id: string; assigned_to_id: string | null }
    activity: Activity | null
  }
}

const pending = new WeakMap<Tx, Map<string, Hint>>()

/** Tells open pages about a change once its transaction has been committed. */
export function tellPages(tx: Tx, hint: Hint): void {
  const hints = pending.get(tx) ?? new Map<string, Hint>()
  pending.set(tx, hints.set(JSON.stringify(hint), hint))
}

/** The hints of a transaction, each once and only for the first caller. */
export function takeHints(tx: Tx): Hint[] {
  const hints = pending.get(tx)
  pending.delete(tx)
  return [...(hints?.values() ?? [])]
}
