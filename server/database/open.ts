import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BeforeCommit, Db } from './db.ts'
import { lockDataFolder } from './sqlite/lock.ts'
import { openSqlite } from './sqlite/sqlite.ts'

export const DATABASE_FILE = 'rfd.sqlite'

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
}): Promise<Db> {
  if (where.databaseUrl) {
    // Imported lazily: installations without PostgreSQL do not need its driver.
    const { openPostgres } = await import('./postgres/postgres.ts')
    const { databaseUrl, withoutTimeouts = false, rateLimits = true } = where
    return migrated(openPostgres(databaseUrl, { withoutTimeouts, rateLimits }))
  }
  mkdirSync(where.dataDir, { recursive: true, mode: 0o700 })
  const lock = lockDataFolder(where.dataDir)
  try {
    const db = await migrated(await openSqlite(join(where.dataDir, DATABASE_FILE), where.beforeCommit))
    return {
      ...db,
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
