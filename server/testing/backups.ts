import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { insertBackup } from '../backup/queries.ts'
import { backupFolder, nameOf } from '../backup/places.ts'
import type { Services } from '../services.ts'

/** A backup, with a file unless it lies in a bucket. @returns its id */
export async function buildBackup(
  { db, clock, config }: Pick<Services, 'db' | 'clock'> & { config: Pick<Services['config'], 'dataDir'> },
  {
    state = 'not-proven',
    daysAgo = 0,
    place = null,
  }: { state?: 'queued' | 'proven' | 'not-proven' | 'failed'; daysAgo?: number; place?: string | null } = {},
): Promise<string> {
  const id = randomUUID()
  const at = new Date(clock().getTime() - daysAgo * 86_400_000).toISOString()
  await db.write((tx) =>
    insertBackup(tx, {
      id,
      started_at: at,
      started_by_id: null,
      state,
      progress_done: 1,
      progress_of: 1,
      size: 4,
      checksum: state === 'failed' || state === 'queued' ? null : 'c'.repeat(64),
      is_encrypted: 0,
      recipient: null,
      key_id: null,
      place,
      requests: 3,
      proven_at: state === 'proven' ? at : null,
      ended_at: at,
      took_ms: null,
      error: null,
      error_detail: null,
    }),
  )
  if (place !== null) return id
  const path = join(backupFolder(config), nameOf(id))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'file')
  return id
}
