import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDataFolder } from '../platform/database/sqlite/lock.ts'

const PREFIX = 'backup-proof-'

interface ScratchFolder {
  path: string
  remove(): Promise<void>
}

/** A folder for a scratch database. It is locked, so that others can tell it from what a killed process has left. */
export async function openScratchFolder(parent: string): Promise<ScratchFolder> {
  await sweepScratchFolders(parent)
  const path = await mkdtemp(join(parent, PREFIX))
  const lock = lockDataFolder(path)
  return {
    path,
    async remove() {
      lock.release()
      await rm(path, { recursive: true, force: true })
    },
  }
}

/** Removes what killed processes have left in a folder. */
export async function sweepScratchFolders(parent: string): Promise<void> {
  const names = await readdir(parent).catch((): string[] => [])
  for (const name of names.filter((one) => one.startsWith(PREFIX))) await removeUnlessLocked(join(parent, name))
}

async function removeUnlessLocked(path: string): Promise<void> {
  try {
    lockDataFolder(path).release()
  } catch {
    // Somebody is at work there, or it belongs to another account.
    return
  }
  await rm(path, { recursive: true, force: true })
}
