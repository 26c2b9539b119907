import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { insertBackup } from '../backup/queries.ts'
import { pathOf } from '../backup/service.ts'
import type { Services } from '../services.ts'

/** A backup that ended, with a file. @returns its id */
export async function buildBackup(
  { db, clock, config }: Pick<Services, 'db' | 'clock'> & { config: Pick<Services['config'], 'dataDir'> },
  { state = 'not-proven', daysAgo = 0 }: { state?: 'proven' | 'not-proven' | 'failed'; daysAgo?: number } = {},
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
      checksum: state === 'failed' ? null : 'c'.repeat(64),
      is_encrypted: 0,
      key_id: null,
      requests: 3,
      proven_at: state === 'proven' ? at : null,
      ended_at: at,
      error: null,
      error_detail: null,
    }),
  )
  const path = pathOf(config, id)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'file')
  return id
}
