import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Db } from '../database/db.ts'
import { findUnfinished } from './queries.ts'
import { NEW_PLACE } from './restore.ts'
import { sweepScratchFolders } from './scratch-folder.ts'
import { pathOf } from './service.ts'
import { backupFolder } from './settings.ts'
import { FolderTarget } from './targets/folder-target.ts'

/** Removes what a killed backup, proof or restore has left, before anything of these begins. */
export async function removeLeftovers(db: Db, config: { dataDir: string }): Promise<void> {
  const folder = backupFolder(config)
  await rm(join(config.dataDir, NEW_PLACE), { recursive: true, force: true })
  await sweepScratchFolders(folder)
  for (const id of await findUnfinished(db.read)) await new FolderTarget(folder).remove(basename(pathOf(config, id)))
}
