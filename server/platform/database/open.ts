import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BeforeCommit, Db } from './db.ts'
import { LogCapture } from './sqlite/log-capture.ts'
import { lockDataFolder } from './sqlite/lock.ts'
import { openSqlite } from './sqlite/sqlite.ts'

export const DATABASE_FILE = 'rfd.sqlite'
/** Pieces of the log that wait to be copied elsewhere. */
const CAPTURE_FOLDER = 'log-pieces'

/**
 * Opens the embedded database of a data folder, or the PostgreSQL database at `databaseUrl`, and migrates it.
 * @throws Error with a one-line message when the folder is in use; AppError `unavailable` when PostgreSQL does not
 *   answer
 */
export async function openDatabase(where: {
  dataDir: string
  databaseUrl?: string | undefined
  /** no time limits on PostgreSQL, for seeds */
  withoutTimeouts?: boolean
  /** false: no limit on one person's writes */
  rateLimits?: boolean
  beforeCommit?: BeforeCommit | undefined
}): Promise<Db & { capture?: LogCapture }> {
  if (where.databaseUrl) {
    // Imported lazily: installations without PostgreSQL do not need its driver.
    const { openPostgres } = await import('./postgres/postgres.ts')
    const { databaseUrl, withoutTimeouts = false, rateLimits = true } = where
    return migrated(openPostgres(databaseUrl, { withoutTimeouts, rateLimits }))
  }
  mkdirSync(where.dataDir, { recursive: true, mode: 0o700 })
  const lock = lockDataFolder(where.dataDir)
  try {
    const file = join(where.dataDir, DATABASE_FILE)
    const capture = new LogCapture(file, join(where.dataDir, CAPTURE_FOLDER))
    const db = await migrated(await openSqlite(file, where.beforeCommit, undefined, capture))
    return {
      ...db,
      capture,
      close: async () => {
        await db.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function migrated(db: Db): Promise<Db> {
  try {
    await db.migrate()
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}
