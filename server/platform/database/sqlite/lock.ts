import Database from 'better-sqlite3'
import { join } from 'node:path'

/**
 * Claims a data folder for this process until `release` or its death, however it dies: the operating system holds the
 * lock, on a small database beside the real one. Never open that file through `fs` in this process (closing any handle
 * of it drops the lock), and leave it out of backups.
 * @throws Error with a one-line message when another process has the folder
 */
export function lockDataFolder(dataDir: string): { release(): void } {
  const raw = new Database(join(dataDir, LOCK_FILE), { timeout: 0 })
  try {
    // No journal file: it would be left behind when the process is killed.
    raw.pragma('journal_mode = MEMORY')
    raw.exec('begin exclusive')
  } catch (error) {
    raw.close()
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') {
      throw new Error(`The data folder ${dataDir} is already in use by another running server. Stop that one first.`, {
        cause: error,
      })
    }
    throw error
  }
  return {
    release: () => {
      raw.close()
    },
  }
}

const LOCK_FILE = 'in-use.lock'
