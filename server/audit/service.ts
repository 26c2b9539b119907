import type { AuditAction } from '../../shared/audit-actions.ts'
import type { Tx } from '../platform/database/db.ts'
import { currentCaller } from '../platform/fairness/caller.ts'
import { prepared } from '../platform/database/prepared.ts'
import { foldedDetails } from '../platform/database/folded-details.ts'
import type { Tables } from '../platform/database/tables.ts'

export interface AuditEvent {
  /** null: not signed in, or the program itself */
  actorId: string | null
  action: AuditAction
  targetType?: string
  targetId?: string
  /** Never passwords, tokens or the text of requests. */
  details?: Record<string, unknown>
  /** address of the client; the current caller's if left out */
  address?: string | null
}

type Written = Omit<Tables['audit_log'], 'id' | 'seq' | 'previous_hash' | 'hash'>

const insertEntry = prepared<Written, Record<string, never>>((db, param) =>
  db.insertInto('audit_log').values({
    at: param.at,
    actor_id: param.actor_id,
    action: param.action,
    target_type: param.target_type,
    target_id: param.target_id,
    details: param.details,
    folded_details: param.folded_details,
    address: param.address,
  }),
)

/**
 * Adds an entry to the audit log, in the transaction of the change it records. `AuditSealer` seals it: with the commit
 * on SQLite, within a second after it on PostgreSQL.
 */
export async function record(tx: Tx, clock: () => Date, event: AuditEvent): Promise<void> {
  const details = JSON.stringify(event.details ?? {})
  await insertEntry(tx, {
    at: clock().toISOString(),
    actor_id: event.actorId,
    action: event.action,
    target_type: event.targetType ?? null,
    target_id: event.targetId ?? null,
    details,
    folded_details: foldedDetails(details),
    address: event.address === undefined ? (currentCaller()?.address ?? null) : event.address,
  })
}
