import { sql } from 'kysely'
import type { Tx } from '../platform/database/db.ts'

/** The one sequence that belongs to no table. */
const SEQUENCE = 'request_numbers'

/** Names of the tables in the current schema. */
export async function tablesOf(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(tx)
  return rows.map(({ name }) => name)
}

export async function newSchema(tx: Tx, name: string): Promise<string> {
  await sql`create schema ${sql.id(name)}`.execute(tx)
  return name
}

/**
 * Moves all tables, with their rows and indices, to another schema; default: from the current one. Extensions stay where
 * they are, so the operators of the indices are still found.
 */
export async function moveTables(tx: Tx, { from, to }: { from?: string; to: string }): Promise<void> {
  const source = from === undefined ? sql`current_schema()` : sql`${from}`
  const { rows } = await sql<{ schema: string; name: string; kind: string }>`
    select schemaname as schema, tablename as name, 'table' as kind from pg_tables where schemaname = ${source}
    union all select schemaname, sequencename, 'sequence' from pg_sequences
    where schemaname = ${source} and sequencename = ${SEQUENCE}`.execute(tx)
  for (const { schema, name, kind } of rows)
    await sql`alter ${sql.raw(kind)} ${sql.id(schema, name)} set schema ${sql.id(to)}`.execute(tx)
}

/** Whether no server runs on this database. */
export async function isAlone(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ others: number }>`select count(*)::int as others from pg_stat_activity
    where datname = current_database() and application_name = 'rfd' and pid <> pg_backend_pid()`.execute(tx)
  return rows[0]!.others === 0
}
