import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'
import { applyMigrations } from '../platform/database/migrate.ts'
import { DATABASE_FILE } from '../platform/database/open.ts'
import { openSqlite } from '../platform/database/sqlite/sqlite.ts'
import { openFiles } from '../platform/files/open.ts'
import type { BackupFile } from './backup-file.ts'
import { complete } from './complete.ts'
import type { KeyedPlace } from './keyed-place.ts'
import { loadInto, type Loader, loadSqlite } from './load.ts'
import type { Key } from './lock.ts'
import { readArchive, type Reading } from './read.ts'

/**
 * Loads a backup into a database in a new folder, and its files into the store.
 * @returns the path of the database
 */
export async function loadOffice(backup: BackupFile, key: Key, place: KeyedPlace, folder: string): Promise<string> {
  const fresh = await newPlace(folder)
  let loader: Loader | undefined
  const archive = await readArchive(backup, key, {
    header: async (header) => {
      loader = await loadSqlite(fresh, header)
    },
    rows: async (table, rows) => loader!.rows(table, rows),
    file: storing(place),
  })
  await loader!.end()
  const db = await openSqlite(fresh)
  try {
    await db.migrate()
    await db.write((tx) => complete(tx, db, archive))
  } finally {
    await db.close()
  }
  return fresh
}

/** Where a new database is built. @returns its path */
export async function newPlace(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  return join(folder, DATABASE_FILE)
}

interface Wanted {
  backup: BackupFile
  key: Key
  place: KeyedPlace
}

/** Loads a backup into the current schema, which must be empty, and its files into the store. */
export async function loadOfficeInto(tx: Tx, db: Db, { backup, key, place }: Wanted): Promise<void> {
  let loader: Loader | undefined
  const archive = await readArchive(backup, key, {
    header: async ({ migrations, tables }) => {
      await applyMigrations(tx, 'postgres', migrations)
      for (const { name } of tables.toReversed()) await tx.deleteFrom(name).execute()
      loader = loadInto(tx)
    },
    rows: async (table, rows) => loader!.rows(table, rows),
    file: storing(place),
  })
  await continueIdentities(tx)
  await applyMigrations(tx, 'postgres')
  await complete(tx, db, archive)
}

/** Rows were loaded with their numbers; the next ones must follow them. */
async function continueIdentities(tx: Tx): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'`.execute(tx)
  for (const { table, column } of rows) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}),
      (select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(table)}), false)`.execute(tx)
  }
}

/** Stores the files of an archive as it is read. */
export function storing(place: KeyedPlace): NonNullable<Reading['file']> {
  const files = openFiles(place)
  return (key, size, content) => files.put(key, content, size)
}
