import { CompiledQuery } from 'kysely'
import type { Reader } from './db.ts'
import { isConsequence } from './failures.ts'
import { runnerOf } from './postgres/dialect.ts'
import { connectionOf } from './sqlite/sqlite-dialect.ts'

/**
 * A statement on its shortest way to either engine.
 * @param name under which PostgreSQL keeps it prepared; it must always stand for the same text
 */
export async function runText<R>(db: Reader, text: string, values: readonly unknown[], name?: string): Promise<R[]> {
  const connection = connectionOf(db)
  if (connection) return connection.run<R>(text, values).rows
  const onPostgres = runnerOf(db)
  // The type parameter is the caller's promise about the row; no driver can check it.
  if (onPostgres) return (await onPostgres({ text, values, name })).rows as R[]
  return (await db.executeQuery<R>(CompiledQuery.raw(text, [...values]))).rows
}

/**
 * Statements of one transaction of which none needs the answer to another: PostgreSQL gets them at once, in the order in
 * which they stand here. All are over when this returns or throws, so that none comes in behind the end of the transaction.
 */
export async function together(statements: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(statements)
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  if (failures.length === 0) return
  // What was sent after a refused statement is refused for that alone.
  throw failures.find((failure) => !isConsequence(failure)) ?? failures[0]
}
