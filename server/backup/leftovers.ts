import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../platform/database/db.ts'
import { backupFolder, nameOf } from './places.ts'
import { findUnfinished } from './queries.ts'
import { NEW_PLACE } from './restore.ts'
import { sweepScratchFolders } from './scratch-folder.ts'
import { FolderTarget } from './targets/folder-target.ts'

/**
 * Removes what a killed backup, proof or restore has left on this machine, before anything of these begins. A bucket is
 * cleared before the next backup goes there: it may be slow to answer.
 */
export async function removeLeftovers(db: Db, config: { dataDir: string }): Promise<void> {
  const folder = backupFolder(config)
  await rm(join(config.dataDir, NEW_PLACE), { recursive: true, force: true })
  await sweepScratchFolders(folder)
  for (const id of await findUnfinished(db.read, null)) await new FolderTarget(folder).remove(nameOf(id))
}
