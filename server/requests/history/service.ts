import type { SuggestedField } from '../../../shared/ai.ts'
import type { FieldName } from '../../../shared/requests.ts'
import type { HistoryEntry, HistoryPageQuery } from '../../../shared/request-history.ts'
import { fullName, type PersonName } from '../../../shared/users.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { candidatesFor, fitPage } from '../../platform/http/paging.ts'
import {
  findCreation,
  findLastChange,
  findLastEntry,
  type HistoryRow,
  insertHistory,
  listHistoryRows,
  listHistorySizes,
  namesOf,
} from './queries.ts'

/** The values shared by all entries of one change. */
export interface Event {
  request_number: number
  at: string
  actor_id: string | null
  version: number
}
export interface FieldChange {
  action: 'updated' | 'cancelled'
  field: FieldName
  old_value: string | null
  new_value: string | null
  /** only for a change of `status`, or of `dueDate` without one */
  reason: string | null
}

const NO_CHANGE = { field: null, old_value: null, new_value: null, reason: null, comment_id: null }

/** Writes an entry for every changed field, in the transaction of the change. */
export async function recordChanges(tx: Tx, event: Event, changes: readonly FieldChange[]): Promise<void> {
  for (const change of changes) await insertHistory(tx, { ...event, ...change, comment_id: null })
}

/** Writes that a request was created, in the same transaction. */
export async function recordCreation(tx: Tx, event: Event): Promise<void> {
  await insertHistory(tx, { ...event, ...NO_CHANGE, action: 'created' })
}

/**
 * Writes what happened to a comment, in the transaction of the event.
 * @returns the id of the entry
 */
export async function recordComment(
  tx: Tx,
  event: Event,
  action: 'commented' | 'comment-edited' | 'comment-deleted',
  commentId: string,
): Promise<number> {
  const [entry] = await insertHistory(tx, { ...event, ...NO_CHANGE, action, comment_id: commentId })
  return entry!.id
}

/** Writes that a document was added, restored or removed; `name` is the new value, or the old one when removed. */
export async function recordDocument(
  tx: Tx,
  event: Event,
  action: 'document-added' | 'document-removed' | 'document-restored',
  name: string,
): Promise<void> {
  const values =
    action === 'document-removed' ? { old_value: name, new_value: null } : { old_value: null, new_value: name }
  await insertHistory(tx, { ...event, ...NO_CHANGE, action, ...values })
}

/** Writes a person's AI call about a request; immediate repetitions are not recorded again. */
export async function recordAsked(tx: Tx, event: Event, action: 'classified' | 'analyzed'): Promise<void> {
  const [last] = await findLastEntry(tx, { number: event.request_number })
  if (last?.action === action && last.actor_id === event.actor_id) return
  await insertHistory(tx, { ...event, ...NO_CHANGE, action })
}

/** Writes a person's decision about a suggested value; `became` is null when they rejected it. */
export async function recordDecision(
  tx: Tx,
  event: Event,
  { field, suggested, became }: { field: SuggestedField; suggested: string; became: string | null },
): Promise<void> {
  const values = { field, old_value: suggested, new_value: became }
  await insertHistory(tx, { ...event, ...NO_CHANGE, ...values, action: 'decided' })
}

/**
 * A page of a request's newest history entries, or of the newest before one, oldest first, with people's current names.
 * What happened to internal notes is left out for people without `comments.internal`.
 */
export async function listHistory(
  reader: Reader,
  actor: Pick<Actor, 'permissions'>,
  number: number,
  { limit, before }: HistoryPageQuery = {},
): Promise<{ entries: HistoryEntry[]; hasEarlier: boolean }> {
  const internal = actor.permissions.has('comments.internal') ? 1 : 0
  const query = { number, internal, limit: candidatesFor(limit) } as const
  const candidates =
    before === undefined
      ? await listHistorySizes(reader, query, 'newest')
      : await listHistorySizes(reader, { ...query, before }, 'before')
  const { page, hasMore } = fitPage(candidates, limit)
  const [newest, oldest] = [page[0], page.at(-1)]
  if (!newest || !oldest) return { entries: [], hasEarlier: false }
  const rows = await listHistoryRows(reader, { number, internal, oldest: oldest.id, newest: newest.id })
  return { entries: await toEntries(reader, rows), hasEarlier: hasMore }
}

async function toEntries(reader: Reader, rows: HistoryRow[]): Promise<HistoryEntry[]> {
  const names = await namesOf(reader, peopleIn(rows))
  const shown = (row: HistoryRow, value: string | null) =>
    value !== null && holdsPeople(row) ? fullName(names.get(value)) : value
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    actor: (row.actor_id !== null && names.get(row.actor_id)) || null,
    action: row.action,
    // Only `recordChanges` and `recordDecision` write fields.
    field: row.field as HistoryEntry['field'],
    old: shown(row, row.old_value),
    new: shown(row, row.new_value),
    reason: row.reason,
    commentId: row.comment_id,
    version: row.version,
  }))
}

function peopleIn(rows: HistoryRow[]): string[] {
  const ids = rows.flatMap((row) => [row.actor_id, ...(holdsPeople(row) ? [row.old_value, row.new_value] : [])])
  return [...new Set(ids.filter((id) => id !== null))]
}

function holdsPeople(row: HistoryRow): boolean {
  return row.field === ('assignedTo' satisfies FieldName)
}

/**
 * Who changed a request last, and when; its creator if it is unchanged.
 * @param which `status`: the last change of status, undefined if there was none
 */
export async function lastChange(
  reader: Reader,
  number: number,
  which: 'any' | 'status' = 'any',
): Promise<{ changedBy: PersonName | null; changedAt: string } | undefined> {
  const [changed] = await findLastChange(reader, { number }, which)
  const last = changed ?? (which === 'any' ? (await findCreation(reader, { number }))[0] : undefined)
  if (!last) return undefined
  const { at, first: firstName, last: lastName } = last
  return { changedBy: firstName !== null && lastName !== null ? { firstName, lastName } : null, changedAt: at }
}
