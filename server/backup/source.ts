import Database from 'better-sqlite3'
import pg from 'pg'
import { join } from 'node:path'
import { DATABASE_FILE } from '../platform/database/open.ts'
import type { Engine } from '../platform/database/db.ts'
import { parserOf } from '../platform/database/postgres/types.ts'
import type { StoredTable } from './stored-tables.ts'

export type Row = Record<string, unknown>

/** A snapshot of a database: whatever is written meanwhile is not in it, and nobody who writes waits for it. */
export interface Source {
  engine: Engine
  /** names of the applied migrations */
  migrations(): Promise<string[]>
  columns(table: string): Promise<string[]>
  /** in the table's order, the same on both engines */
  rows(table: StoredTable, columns: readonly string[]): AsyncIterable<Row>
  /** the highest request number that was ever issued */
  highestNumber(): Promise<number>
  close(): Promise<void>
}

/** Rows fetched at once. */
const PAGE = 500

export function openSource(where: { dataDir: string; databaseUrl: string | undefined }): Promise<Source> {
  return where.databaseUrl
    ? openPostgresSource(where.databaseUrl)
    : Promise.resolve(openSqliteSource(join(where.dataDir, DATABASE_FILE)))
}

export function openSqliteSource(file: string): Source {
  const raw = new Database(file, { fileMustExist: true, timeout: 5000 })
  raw.pragma('query_only = ON')
  raw.exec('begin')
  // A snapshot begins with the first read.
  raw.prepare('select 1 from migrations').get()
  const all = <T>(text: string) => raw.prepare<[], T>(text).all()
  return {
    engine: 'sqlite',
    migrations: async () => all<{ name: string }>('select name from migrations').map(({ name }) => name),
    columns: async (table) =>
      all<{ name: string }>(`select name from pragma_table_info('${table}')`).map(({ name }) => name),
    async *rows({ name, order }, columns) {
      yield* raw.prepare<[], Row>(selecting(name, columns, order.map(quoted))).iterate()
    },
    highestNumber: async () =>
      all<{ value: number }>(`select value from sequences where name = 'requests'`)[0]?.value ?? 0,
    close: async () => {
      raw.exec('rollback')
      raw.close()
    },
  }
}

async function openPostgresSource(connectionString: string): Promise<Source> {
  const client = new pg.Client({ connectionString, application_name: 'rfd backup', types: { getTypeParser: parserOf } })
  await client.connect()
  await client.query(`select set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO, YMD', false),
    set_config('bytea_output', 'hex', false), set_config('statement_timeout', '0', false),
    set_config('idle_in_transaction_session_timeout', '0', false)`)
  await client.query('begin isolation level repeatable read read only')
  const all = async <T extends object>(text: string, values: unknown[] = []) =>
    (await client.query<T>(text, values)).rows
  const columnsOf = (table: string) =>
    all<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
       where table_schema = current_schema() and table_name = $1 order by ordinal_position`,
      [table],
    )
  return {
    engine: 'postgres',
    migrations: async () => (await all<{ name: string }>('select name from migrations')).map(({ name }) => name),
    columns: async (table) => (await columnsOf(table)).map(({ name }) => name),
    async *rows({ name, order }, columns) {
      const texts = new Set((await columnsOf(name)).filter(({ type }) => type === 'text').map((column) => column.name))
      // Otherwise the database's language would decide, and differ from SQLite.
      const by = order.map((column) => (texts.has(column) ? `${quoted(column)} collate "C"` : quoted(column)))
      await client.query(`declare backup_rows no scroll cursor for ${selecting(name, columns, by)}`)
      for (;;) {
        const page = await all<Row>(`fetch ${PAGE} from backup_rows`)
        yield* page
        if (page.length < PAGE) break
      }
      await client.query('close backup_rows')
    },
    highestNumber: async () => {
      const [row] = await all<{ value: number; issued: number }>(
        'select last_value as value, is_called as issued from request_numbers',
      )
      return row?.issued ? row.value : 0
    },
    close: () => client.end(),
  }
}

/** The office's name in a snapshot; empty if it was never set. */
export async function officeNameIn(source: Source): Promise<string> {
  const columns = ['key', 'value']
  for await (const { key, value } of source.rows({ name: 'settings', order: ['key'] }, columns)) {
    if (key === 'officeName') return String(JSON.parse(String(value)))
  }
  return ''
}

function selecting(table: string, columns: readonly string[], order: readonly string[]): string {
  return `select ${columns.map(quoted).join(', ')} from ${quoted(table)} order by ${order.join(', ')}`
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
