import type { Db } from '../platform/database/db.ts'
import { BEGINNING } from './chain.ts'
import { readNote, writeNote } from './head-note.ts'
import { type AuditSealer, lastEntry } from './seal.ts'
import { record } from './service.ts'
import { writeHead } from './stored-head.ts'

/**
 * Has the log watched anew from its present end, once its damage is explained, and says so in the log itself. The
 * servers must be stopped: each keeps what it has found.
 * @returns the number of entries from which on it is watched
 */
export async function acceptLog(db: Db, sealer: AuditSealer, clock: () => Date, noteFile: string): Promise<number> {
  const { key } = sealer
  if (!key) throw new Error('Only a log with a key is watched')
  const before = await readNote(noteFile, key)
  const difference = before.state === 'noted' ? before.note.found : null
  await sealer.sealAll(db)
  const head = await db.write(async (tx) => {
    const [last] = await lastEntry(tx, {})
    const present = { entries: last?.seq ?? 0, hash: last?.hash ?? BEGINNING }
    await writeHead(tx, key, present)
    const details = { entries: present.entries, note: before.state, damage: difference?.damage ?? null }
    await record(tx, clock, { actorId: null, action: 'audit.damage-accepted', details })
    return present
  })
  await sealer.sealAll(db)
  await writeNote(noteFile, key, { ...head, notedAt: clock().toISOString(), found: null })
  return head.entries
}
