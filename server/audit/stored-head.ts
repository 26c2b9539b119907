import { sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/db.ts'
import { BEGINNING, type ChainKey, macOf } from './chain.ts'
import type { Head } from './verify.ts'

/**
 * The newest sealed entry as the database itself notes it. It is signed and moves on with each sealing, so that a log
 * whose end was cut off shows without the note beside the database.
 */
export type StoredHead =
  | ({ state: 'noted' } & Head)
  /** signed with another SECRET_KEY */
  | ({ state: 'other-key' } & Head)
  | { state: 'missing' }
  /** altered */
  | { state: 'damaged' }

interface Row {
  entries: number | string | null
  hash: string | null
  key_id: string | null
  mac: string | null
  last_seq: number | string | null
  last_hash: string | null
}

/** The stored head and the log's last entry, of one moment. `last` is undefined for a log without sealed entries. */
export async function readStoredHead(
  reader: Reader | Tx,
  key: ChainKey,
): Promise<{ stored: StoredHead; last: Head | undefined }> {
  const { rows } = await sql<Row>`
    select head.entries, head.hash, head.key_id, head.mac, last.seq as last_seq, last.hash as last_hash
    from (select 1 as one) as one
    left join audit_head as head on head.id = 1
    left join (select seq, hash from audit_log where seq is not null order by seq desc limit 1) as last on 1 = 1
  `.execute(reader)
  const { last_seq, last_hash, ...head } = rows[0]!
  const last = last_seq === null ? undefined : { entries: Number(last_seq), hash: last_hash! }
  return { stored: stateOf(head, key), last }
}

/** Moves the stored head on with a sealing. A head that is not where the sealing began stays, as evidence. */
export async function advanceHead(tx: Tx, key: ChainKey, from: Head | undefined, to: Head): Promise<void> {
  const { rows } = await sql<Omit<Row, 'last_seq' | 'last_hash'>>`
    select entries, hash, key_id, mac from audit_head where id = 1`.execute(tx)
  const stored: StoredHead = rows[0] ? stateOf(rows[0], key) : { state: 'missing' }
  const isThere =
    stored.state === 'missing'
      ? from === undefined
      : stored.state === 'noted' && isSame(stored, from ?? { entries: 0, hash: BEGINNING })
  if (isThere) await writeHead(tx, key, to)
}

/** Replaces the stored head. */
export async function writeHead(tx: Tx, key: ChainKey, { entries, hash }: Head): Promise<void> {
  const mac = macFor(key, { entries, hash })
  await sql`insert into audit_head (id, entries, hash, key_id, mac) values (1, ${entries}, ${hash}, ${key.id}, ${mac})
    on conflict (id) do update set entries = ${entries}, hash = ${hash}, key_id = ${key.id}, mac = ${mac}`.execute(tx)
}

export function isSame(a: Head, b: Head): boolean {
  return a.entries === b.entries && a.hash === b.hash
}

function stateOf({ entries, hash, key_id, mac }: Omit<Row, 'last_seq' | 'last_hash'>, key: ChainKey): StoredHead {
  if (entries === null || hash === null) return { state: 'missing' }
  const head = { entries: Number(entries), hash }
  if (key_id !== key.id) return { state: 'other-key', ...head }
  return mac === macFor(key, head) ? { state: 'noted', ...head } : { state: 'damaged' }
}

function macFor(key: ChainKey, { entries, hash }: Head): string {
  return macOf(key, JSON.stringify(['stored head', entries, hash]))
}
