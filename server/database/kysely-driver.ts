import type { DatabaseConnection, Driver } from 'kysely'

/** A connection as Kysely knows one, that gives its answers whole. */
export function wholeAnswers(executeQuery: DatabaseConnection['executeQuery']): DatabaseConnection {
  return {
    executeQuery,
    // An open cursor would hold its snapshot for as long as its reader likes.
    async *streamQuery() {
      throw new Error('Page through the rows instead of streaming them')
    },
  }
}

/** One connection for whoever asks, at the same time. Transactions are begun and ended by `db.write` alone. */
export function driverOver(connection: DatabaseConnection, destroy = async () => {}): Driver {
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
