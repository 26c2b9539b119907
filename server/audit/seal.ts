import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'
import { tellPages } from '../platform/database/hints.ts'
import { tryLockByName } from '../platform/database/dialect.ts'
import { prepared } from '../platform/database/prepared.ts'
import { advanceHead } from './stored-head.ts'
import { BEGINNING, type ChainKey, type Entry, hashOf } from './chain.ts'

/** Entries sealed per transaction. */
const BATCH_SIZE = 500

type Unsealed = Omit<Entry, 'seq' | 'previous_hash' | 'hash'> & { id: number }

/** The newest sealed entry. */
export const lastEntry = prepared<object, Pick<Entry, 'seq' | 'hash'>>((db) =>
  db
    .selectFrom('audit_log')
    .select(['seq', 'hash'])
    .where('seq', 'is not', null)
    .orderBy('seq', 'desc')
    // A literal: with a bound limit SQLite would re-plan the query on each call.
    .limit(sql.lit(1))
    .$castTo<Pick<Entry, 'seq' | 'hash'>>(),
)

const firstUnsealed = prepared<object, Unsealed>((db) =>
  db
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor_id', 'action', 'target_type', 'target_id', 'details', 'address'])
    .where('seq', 'is', null)
    .orderBy('id')
    .limit(sql.lit(BATCH_SIZE)),
)

/**
 * Appends the entries of the audit log to the chain, in the order in which they were written. Each entry's keyed hash
 * covers the entry and the previous hash, so altering or removing a row later breaks the chain. On SQLite it runs
 * before each commit; on PostgreSQL one process at a time does it for all, so that no writer waits.
 */
export class AuditSealer {
  /** undefined: entries get plain hashes, which the first keyed entry seals */
  readonly key: ChainKey | undefined

  constructor(key: ChainKey | undefined) {
    this.key = key
  }

  /** @returns how many were sealed; 0 while another process is sealing */
  async seal(tx: Tx): Promise<number> {
    // Take the lock first: only then are all entries sealed by other processes visible.
    if (!(await tryLockByName(tx, 'audit_log'))) return 0
    const unsealed = await firstUnsealed(tx, {})
    if (unsealed.length === 0) return 0
    const [before] = await lastEntry(tx, {})
    let last = before
    const sealed = unsealed.map(({ id, ...written }) => {
      const entry = { ...written, seq: (last?.seq ?? 0) + 1, previous_hash: last?.hash ?? BEGINNING }
      last = { seq: entry.seq, hash: hashOf(entry, this.key) }
      return sql`(cast(${id} as bigint), cast(${entry.seq} as bigint), ${entry.previous_hash}, ${last.hash})`
    })
    await sql`update audit_log set seq = sealed.column2, previous_hash = sealed.column3, hash = sealed.column4
      from (values ${sql.join(sealed)}) as sealed where audit_log.id = sealed.column1`.execute(tx)
    if (this.key && last) await advanceHead(tx, this.key, before && headOf(before), headOf(last))
    tellPages(tx, { kind: 'audit', permission: 'audit.read' })
    return unsealed.length
  }

  /** Seals all committed entries, unless another process is sealing. */
  async sealAll(db: Db): Promise<void> {
    while ((await firstUnsealed(db.read, {})).length > 0) {
      if ((await db.write((tx) => this.seal(tx))) < BATCH_SIZE) return
    }
  }
}

function headOf({ seq, hash }: Pick<Entry, 'seq' | 'hash'>) {
  return { entries: seq, hash }
}
