import type Database from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { transactionEnded } from '../failures.ts'
import { sharedConnectionDriver, nonStreamingConnection } from '../kysely-driver.ts'

/** Prepared statements cached per connection; the least recently used one is evicted. */
const MAX_KEPT_STATEMENTS = 500

/**
 * Kysely over one open SQLite connection, without the stock dialect's mutex and transactions: those run in microtasks
 * and would block the event loop until every queued write is done. Only the group commit (sqlite.ts) begins and ends
 * transactions.
 * @param onlyInTransaction refuses queries outside a transaction, so that nothing is ever auto-committed
 */
export function sqliteDialect(raw: Database.Database, onlyInTransaction = false): Dialect {
  const connection = sqliteConnection(raw, onlyInTransaction)
  const driver = sharedConnectionDriver(connection, async () => {
    raw.close()
  })
  const adapter = new ConcurrentSqliteAdapter(connection)
  return {
    createAdapter: () => adapter,
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/**
 * The connection behind a database, for compiled queries: Kysely awaits several already resolved promises per query,
 * which takes as long as reading a row. Undefined on PostgreSQL.
 */
export function connectionOf(db: { getExecutor(): { adapter: DialectAdapter } }): SqliteConnection | undefined {
  const { adapter } = db.getExecutor()
  return adapter instanceof ConcurrentSqliteAdapter ? adapter.connection : undefined
}

/** Every call is synchronous, so all callers can share the connection: Kysely's mutex would only cost time. */
class ConcurrentSqliteAdapter extends SqliteAdapter {
  readonly connection: SqliteConnection

  constructor(connection: SqliteConnection) {
    super()
    this.connection = connection
  }

  override get supportsMultipleConnections() {
    return true
  }
}

export interface SqliteConnection extends DatabaseConnection {
  run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R>
}

function sqliteConnection(raw: Database.Database, onlyInTransaction: boolean): SqliteConnection {
  const statements = new LRUCache<string, Database.Statement>({ max: MAX_KEPT_STATEMENTS })
  const prepare = (sql: string) => {
    let statement = statements.get(sql)
    if (!statement) statements.set(sql, (statement = raw.prepare(sql)))
    return statement
  }
  const run = <R>(sql: string, parameters: readonly unknown[]): QueryResult<R> => {
    if (onlyInTransaction && !raw.inTransaction) throw transactionEnded()
    const statement = prepare(sql)
    // Kysely's type parameter is the caller's claim about the row; no driver can check it.
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }
  return {
    ...nonStreamingConnection(async <R>({ sql, parameters }: CompiledQuery) => run<R>(sql, parameters)),
    run,
  }
}
