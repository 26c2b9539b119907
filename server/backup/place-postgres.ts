import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import { applyMigrations } from '../database/migrate.ts'
import { complete } from './complete.ts'
import { loadInto, type Loader } from './load.ts'
import type { BackupFile } from './backup-file.ts'
import type { Key } from './lock.ts'
import { readArchive } from './read.ts'
import { type KeyedPlace, storing } from './store-files.ts'

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

/** Whether no server runs on this database. */
export async function isAlone(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ others: number }>`select count(*)::int as others from pg_stat_activity
    where datname = current_database() and application_name = 'rfd' and pid <> pg_backend_pid()`.execute(tx)
  return rows[0]!.others === 0
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
