import type { Reader } from './db.ts'
import { engineOf } from './dialect.ts'
import { runText } from './run.ts'

interface DatabaseFacts {
  version: string
  sizeBytes: number
  connections: { open: number; most: number } | null
}

/** What the database says of itself. */
export async function databaseFacts(db: Reader): Promise<DatabaseFacts> {
  if (engineOf(db) === 'sqlite') {
    const text = `select sqlite_version() as version, page_count * page_size as size
      from pragma_page_count(), pragma_page_size()`
    const [row] = await runText<{ version: string; size: number }>(db, text, [])
    return { version: row!.version, sizeBytes: row!.size, connections: null }
  }
  const text = `select current_setting('server_version') as version, pg_database_size(current_database()) as size,
    (select count(*) from pg_stat_activity where datname = current_database()) as open,
    current_setting('max_connections')::integer as most`
  const [row] = await runText<{ version: string; size: number; open: number; most: number }>(db, text, [])
  const { version, size, open, most } = row!
  return { version, sizeBytes: Number(size), connections: { open: Number(open), most } }
}
