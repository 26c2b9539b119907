import type { AuditAction } from '../../shared/audit-actions.ts'
import { type AuditEvent, record } from '../audit/service.ts'
import type { Tx } from '../database/db.ts'

/** As `record`, with any name for what happened: the chain does not care. */
export function recordAny(tx: Tx, clock: () => Date, event: Omit<AuditEvent, 'action'> & { action: string }) {
  return record(tx, clock, { ...event, action: event.action as AuditAction })
}
