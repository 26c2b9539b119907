import Database from 'better-sqlite3'
import { Kysely } from 'kysely'
import { closeSync, fsyncSync, openSync } from 'node:fs'
import type { Db, Tx } from '../../server/platform/database/db.ts'
import { migrateSqlite } from '../../server/platform/database/migrate.ts'
import { searchIndexer } from '../../server/platform/database/sqlite/search-index.ts'
import { sqliteDialect } from '../../server/platform/database/sqlite/sqlite-dialect.ts'
import type { Tables } from '../../server/platform/database/tables.ts'

export interface BulkDb extends Db {
  /** Creates the indices that were dropped for filling. */
  buildIndices(): void
}

/**
 * A new SQLite file set up for the fastest bulk load: no journal, no sync and no indices until the end. Any failure
 * corrupts the file, so fill a temporary one and rename it once it is closed.
 */
export async function openForFilling(file: string): Promise<BulkDb> {
  const raw = new Database(file)
  for (const pragma of [
    'journal_mode = OFF',
    'synchronous = OFF',
    'locking_mode = EXCLUSIVE',
    'cache_size = -262144',
    'temp_store = MEMORY',
    // The generated rows are complete, and verified afterwards.
    'foreign_keys = OFF',
  ]) {
    raw.pragma(pragma)
  }
  const tx = new Kysely<Tables>({ dialect: sqliteDialect(raw) }) as Tx
  await migrateSqlite(raw, tx)
  // The history keeps its index: the counters are computed from it before the end, a few hundred requests at a time.
  const indices = raw
    .prepare<[], { name: string; sql: string }>(
      `select name, sql from sqlite_schema where type = 'index' and sql is not null
        and tbl_name in ('requests', 'comments')`,
    )
    .all()
  for (const { name } of indices) raw.exec(`drop index ${name}`)
  const { index: indexSearch } = searchIndexer(raw)

  return {
    engine: 'sqlite',
    read: tx,
    // Without a journal nothing can be rolled back: an error aborts the filling anyway.
    async write(work) {
      raw.exec('begin')
      const value = await work(tx)
      await indexSearch()
      raw.exec('commit')
      return value
    },
    whenIdle: async () => {},
    onCommit: () => {},
    dataVersion: async () => null,
    readInWorker: async (query) => (await tx.executeQuery(query)).rows,
    migrate: async () => {},
    ping: async () => {},
    buildIndices() {
      for (const { sql } of indices) raw.exec(sql)
      if (raw.pragma('foreign_key_check', { simple: true }) !== undefined) throw new Error('A row refers to nothing')
    },
    async close() {
      raw.close()
      const opened = openSync(file, 'r+')
      fsyncSync(opened)
      closeSync(opened)
    },
  }
}
