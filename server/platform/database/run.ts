import { CompiledQuery } from 'kysely'
import type { Reader } from './db.ts'
import { connectionOf } from './sqlite/sqlite-dialect.ts'

/** Runs a statement on either engine, bypassing Kysely on SQLite. */
export async function runText<R>(db: Reader, text: string, values: readonly unknown[]): Promise<R[]> {
  const connection = connectionOf(db)
  if (connection) return connection.run<R>(text, values).rows
  return (await db.executeQuery<R>(CompiledQuery.raw(text, [...values]))).rows
}
