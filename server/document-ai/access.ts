import { isLive } from '../platform/database/live-documents.ts'
import type { Reader } from '../platform/database/db.ts'
import { type AppError, fieldError } from '../platform/errors.ts'
import { type Scope, visibleTo } from '../requests/visibility.ts'
import { requirePermission } from '../people/roles/require-permission.ts'
import type { Actor } from '../platform/actor.ts'
import type { Deps } from './deps.ts'
import { findReadings, type ReadingRow } from './reading-queries.ts'
import { text } from '../../shared/texts/say.ts'

export function mayReadDocuments(actor: Actor): void {
  requirePermission(actor, 'ai.documents', 'have documents read')
}

/** The requests that the actor may see, and so the documents attached to them. */
export async function scopeOf({ settings }: Pick<Deps, 'settings'>, actor: Actor): Promise<Scope> {
  return visibleTo(actor, await settings.policy())
}

/** Whether a document is visible in a scope: one without a request is open to all who may use Document AI. */
export function mayKnow(
  scope: Scope,
  attached: { request_number: number | null; requester_id: string | null; assigned_to_id: string | null },
): boolean {
  if (scope === null || attached.request_number === null) return true
  return attached.requester_id === scope.ownOf || attached.assigned_to_id === scope.ownOf
}

/** @throws AppError `not-found` where there is no such document, or its request is not visible to the actor */
export async function checkDocument(reader: Reader, scope: Scope, id: string): Promise<string> {
  const rows = await reader
    .selectFrom('documents as d')
    .leftJoin('requests as q', 'q.number', 'd.request_number')
    .select(['d.request_number', 'q.requester_id', 'q.assigned_to_id'])
    .where('d.id', '=', id)
    .where(isLive('d'))
    .executeTakeFirst()
  if (rows && mayKnow(scope, rows)) return id
  throw fieldError('not-found', 'documentId', text('There is no such document.'))
}

/** @throws AppError `not-found` as `getReading` does */
export async function checkVisible(reader: Reader, scope: Scope, id: string): Promise<ReadingRow> {
  const [row] = await findReadings(reader, scope, { ids: [id] })
  if (row) return row
  throw noSuchReading()
}

export function noSuchReading(): AppError {
  return fieldError('not-found', 'id', text('There is no such reading.'))
}
