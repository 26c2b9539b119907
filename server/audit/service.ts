import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import { prepared } from '../database/prepared.ts'
import { together } from '../database/run.ts'
import type { Tables } from '../database/tables.ts'
import { oneAtATime } from '../database/words.ts'

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

type Row = Tables['audit_log']

const BEGINNING = '0'.repeat(64)

const lastEntry = prepared<object, Pick<Row, 'seq' | 'hash'>>((db) =>
  // Written out: SQLite would plan the query again whenever the limit is bound.
  db.selectFrom('audit_log').select(['seq', 'hash']).orderBy('seq', 'desc').limit(sql.lit(1)),
)

const insertEntry = prepared<Row, Record<string, never>>((db, hole) =>
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
 * the hash before it, so that a row altered or taken out later breaks the chain.
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
  await insertEntry(tx, { ...entry, hash: hashOf(entry) })
}

export type Verdict = { intact: true; entries: number; lastHash: string } | { intact: false; brokenAt: number }

/**
 * Walks the whole chain. `brokenAt` is the number of the first entry that is missing, altered or out of line.
 * Entries cut off at the end leave no gap: to notice that, compare `lastHash` with one that was noted elsewhere.
 */
export async function verify(db: Db, pageSize = 1000): Promise<Verdict> {
  let seq = 1
  let lastHash = BEGINNING
  for (;;) {
    const page: Row[] = await db.readSlowly(
      db.read.selectFrom('audit_log').selectAll().where('seq', '>=', seq).orderBy('seq').limit(pageSize).compile(),
    )
    for (const row of page) {
      const isInLine = row.seq === seq && row.previous_hash === lastHash && row.hash === hashOf(row)
      if (!isInLine) return { intact: false, brokenAt: seq }
      seq++
      lastHash = row.hash
    }
    if (page.length < pageSize) return { intact: true, entries: seq - 1, lastHash }
  }
}

function hashOf(entry: Omit<Row, 'hash'>): string {
  const covered = [
    entry.seq,
    entry.at,
    entry.actor_id,
    entry.action,
    entry.target_type,
    entry.target_id,
    entry.details,
    entry.previous_hash,
  ]
  return hash('sha256', JSON.stringify(covered), 'hex')
}
