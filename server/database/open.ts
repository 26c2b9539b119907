import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BeforeCommit, Db } from './db.ts'
import { lockDataFolder } from './sqlite/lock.ts'
import { openSqlite } from './sqlite/sqlite.ts'

export const DATABASE_FILE = 'rfd.sqlite'

/**
 * Opens the embedded database of a data folder, or the PostgreSQL behind `databaseUrl`, and brings it up to date.
 * @throws Error with one sentence for people: the folder is in use; AppError `unavailable`: PostgreSQL does not answer.
 */
export async function openDatabase(where: {
  dataDir: string
  databaseUrl?: string | undefined
  /** no limit of time on PostgreSQL, for seeds */
  isUnhurried?: boolean
  /** false: one person may write as much as the database takes */
  rateLimits?: boolean
  beforeCommit?: BeforeCommit | undefined
}): Promise<Db> {
  if (where.databaseUrl) {
    // Its driver is of no use to those who have no PostgreSQL.
    const { openPostgres } = await import('./postgres/postgres.ts')
    const { databaseUrl, isUnhurried = false, rateLimits = true } = where
    return migrated(openPostgres(databaseUrl, { isUnhurried, rateLimits }))
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
