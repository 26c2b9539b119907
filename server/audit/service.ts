import { sql } from 'kysely'
import type { Tx } from '../database/db.ts'
import { prepared } from '../database/prepared.ts'
import { together } from '../database/run.ts'
import { oneAtATime } from '../database/dialect.ts'
import { BEGINNING, chainKeyOf, type Entry, hashOf } from './chain.ts'

export interface AuditEvent {
  /** null: nobody signed in, or the program itself */
  actorId: string | null
  /** noun and past tense: `session.started` */
  action: string
  targetType?: string
  targetId?: string
  /** Never passwords, tokens or the text of requests. */
  details?: Record<string, unknown>
}

/** The newest entry. */
export const lastEntry = prepared<object, Pick<Entry, 'seq' | 'hash'>>((db) =>
  // Written out: SQLite would plan the query again whenever the limit is bound.
  db.selectFrom('audit_log').select(['seq', 'hash']).orderBy('seq', 'desc').limit(sql.lit(1)),
)

const insertEntry = prepared<Entry, Record<string, never>>((db, hole) =>
  db.insertInto('audit_log').values({
    seq: hole.seq,
    at: hole.at,
    actor_id: hole.actor_id,
    action: hole.action,
    target_type: hole.target_type,
    target_id: hole.target_id,
    details: hole.details,
    previous_hash: hole.previous_hash,
    hash: hole.hash,
  }),
)

/**
 * Adds an entry to the audit log in the transaction of the change it tells of. Each entry's hash covers the entry and
 * the hash before it, and is made with a key, so that a row altered or taken out later breaks the chain.
 */
export async function record(tx: Tx, clock: () => Date, event: AuditEvent): Promise<void> {
  const alone = oneAtATime(tx, 'audit_log')
  // Sent with it: PostgreSQL begins a statement after the one before, so this one sees what the lock has waited for.
  const last = lastEntry(tx, {})
  await together([alone, last])
  const [before] = await last
  const entry = {
    seq: (before?.seq ?? 0) + 1,
    at: clock().toISOString(),
    actor_id: event.actorId,
    action: event.action,
    target_type: event.targetType ?? null,
    target_id: event.targetId ?? null,
    details: JSON.stringify(event.details ?? {}),
    previous_hash: before?.hash ?? BEGINNING,
  }
  await insertEntry(tx, { ...entry, hash: hashOf(entry, chainKeyOf(tx)) })
}
