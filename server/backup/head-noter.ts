import { join } from 'node:path'
import { BEGINNING } from '../audit/chain.ts'
import { NOTE_FILE, writeNote } from '../audit/head-note.ts'
import { type AuditSealer, lastEntry } from '../audit/seal.ts'
import type { Db } from '../platform/database/db.ts'

/**
 * Reads the end of a restored log, from which on it is watched: that it is an older one is not an alarm.
 * @returns writes the note
 */
export async function headNoter(
  db: Db,
  { key }: AuditSealer,
  { dataDir }: { dataDir: string },
): Promise<() => Promise<void>> {
  const [last] = await lastEntry(db.read, {})
  const head = { entries: last?.seq ?? 0, hash: last?.hash ?? BEGINNING }
  return async () => {
    if (key) await writeNote(join(dataDir, NOTE_FILE), key, { ...head, notedAt: new Date().toISOString(), found: null })
  }
}
