import type { AuditAction } from '../../shared/audit-actions.ts'
import { type AuditEvent, record } from '../audit/service.ts'
import type { Tx } from '../platform/database/db.ts'

/** Like `record`, with any action name: the chain does not depend on it. */
export function recordAny(tx: Tx, clock: () => Date, event: Omit<AuditEvent, 'action'> & { action: string }) {
  return record(tx, clock, { ...event, action: event.action as AuditAction })
}
