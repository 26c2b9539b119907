import type { DatabaseConnection, Driver } from 'kysely'

/** A Kysely connection that returns complete results only. */
export function nonStreamingConnection(executeQuery: DatabaseConnection['executeQuery']): DatabaseConnection {
  return {
    executeQuery,
    // An open cursor would hold its snapshot for as long as its reader takes.
    async *streamQuery() {
      throw new Error('Page through the rows instead of streaming them')
    },
  }
}

/** A single connection shared by all callers concurrently. Only `db.write` begins and ends transactions. */
export function sharedConnectionDriver(connection: DatabaseConnection, destroy = async () => {}): Driver {
  const refuse = async (): Promise<never> => {
    throw new Error('Transactions go through db.write()')
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy,
  }
}
