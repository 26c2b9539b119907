import Database from 'better-sqlite3'
import type { Insertable } from 'kysely'
import type { Tx } from '../platform/database/db.ts'
import { openSqlite } from '../platform/database/sqlite/sqlite.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Header } from './manifest.ts'
import { BackupProblem } from './problem.ts'
import type { Row } from './source.ts'

type Table = Header['tables'][number]

/** Loads rows into an empty database that has the schema of the backup's version. */
export interface Loader {
  rows(table: Table, rows: Row[]): Promise<void>
  /** @throws BackupProblem when rows refer to others that are missing */
  end(): Promise<void>
}

export type LoadSqlite = (file: string, header: Header) => Promise<Loader>

/** Creates a SQLite database with the schema of the backup and loads into it; its search index is built later, by `migrate`. */
export const loadSqlite: LoadSqlite = async (file, header) => {
  await createSqlite(file, header)
  return fillSqlite(file, header)
}

export async function createSqlite(file: string, { migrations }: Header): Promise<void> {
  const db = await openSqlite(file)
  try {
    await db.migrate(migrations)
  } finally {
    await db.close()
  }
}

/** Loads into a database that was just created. */
export function fillSqlite(file: string, header: Header): Loader {
  const raw = new Database(file)
  raw.pragma('synchronous = OFF')
  raw.pragma('foreign_keys = OFF')
  for (const { name } of header.tables) raw.exec(`delete from "${name}"`)
  return {
    async rows({ name, columns }, rows) {
      const places = columns.map(() => '?').join(', ')
      const insert = raw.prepare(`insert into "${name}" ("${columns.join('", "')}") values (${places})`)
      raw.transaction(() => {
        for (const row of rows) insert.run(columns.map((column) => row[column]))
      })()
    },
    async end() {
      try {
        const [broken] = raw.pragma('foreign_key_check') as { table: string; parent: string }[]
        if (broken)
          throw new BackupProblem(`has rows of ${broken.table} that refer to missing rows of ${broken.parent}`)
        raw.pragma('synchronous = FULL')
        raw.pragma('wal_checkpoint(TRUNCATE)')
      } finally {
        raw.close()
      }
    },
  }
}

/** PostgreSQL takes at most 65,535 values in a statement. */
const MOST_VALUES = 30_000

/** Loads into the transaction's own tables. */
export function loadInto(tx: Tx): Loader {
  return {
    async rows({ name, columns }, rows) {
      const most = Math.floor(MOST_VALUES / columns.length)
      for (let i = 0; i < rows.length; i += most) {
        // Unchecked: the columns were compared with the table's by the database itself.
        const values = rows.slice(i, i + most) as Insertable<Tables[typeof name]>[]
        await tx.insertInto(name).values(values).execute()
      }
    },
    end: async () => {},
  }
}
