import type { AuditAction } from '../../shared/audit-actions.ts'
import { FIELDS, type ServiceRequest } from '../../shared/requests.ts'
import type { Actor } from '../platform/actor.ts'
import { record } from '../audit/service.ts'
import type { Tx } from '../platform/database/db.ts'
import { type FieldChange, recordChanges } from './history/service.ts'
import { changeInSearch } from './search/texts.ts'
import { countChange } from './counters/service.ts'
import { findNamed, updateRequest } from './queries.ts'
import { type RequestRow, toServiceRequest } from './row.ts'

interface Change {
  clock: () => Date
  actor: Pick<Actor, 'id'>
  timeZone: string
}

/** Writes a changed request with its counters, history, search text and audit entry. */
export async function saveChange(
  tx: Tx,
  { clock, actor, timeZone }: Change,
  before: RequestRow,
  after: RequestRow,
  changes: FieldChange[],
): Promise<ServiceRequest> {
  const texts = {
    title: after.title === before.title ? undefined : after.title,
    description: after.description === before.description ? undefined : after.description,
  }
  const event = { request_number: after.number, at: after.updated_at, actor_id: actor.id, version: after.version }
  const cancelled = changes.some(({ action }) => action === 'cancelled')
  const details = {
    fields: changes.map(({ field }) => field),
    reason: changes.find(({ reason }) => reason !== null)?.reason ?? undefined,
    ...valuesIn(changes),
  }
  await changeInSearch(tx, after.number, texts)
  await updateRequest(tx, after)
  await recordChanges(tx, event, changes)
  await audit(tx, clock, actor, cancelled ? 'request.cancelled' : 'request.updated', after, details)
  await countChange(tx, before, after, timeZone)
  return reload(tx, after.number)
}

/** Texts of requests stay out of the audit log: only the names of those fields are recorded. */
const FIELDS_WITH_VALUES = new Set(
  FIELDS.filter(({ kind }) => kind !== 'text' && kind !== 'long-text').map(({ name }) => name),
)

function valuesIn(changes: FieldChange[]): Record<string, { from: string | null; to: string | null }> {
  const named = changes.filter(({ field }) => FIELDS_WITH_VALUES.has(field))
  return Object.fromEntries(named.map((change) => [change.field, { from: change.old_value, to: change.new_value }]))
}

export async function audit(
  tx: Tx,
  clock: () => Date,
  actor: Pick<Actor, 'id'>,
  action: AuditAction,
  row: RequestRow,
  details?: Record<string, unknown>,
): Promise<void> {
  await record(tx, clock, {
    actorId: actor.id,
    action,
    targetType: 'request',
    targetId: row.id,
    details: { requestId: row.request_id, version: row.version, ...details },
  })
}

/** The request as currently stored. */
export async function reload(tx: Tx, number: number): Promise<ServiceRequest> {
  const [row] = await findNamed(tx, { key: number }, 'number')
  return toServiceRequest(row!)
}
