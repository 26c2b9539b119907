import pg from 'pg'
import { isConnectionFailure, uncertain } from '../failures.ts'

/** The page times out after 15 seconds and must hear before that. */
const ANSWER_MS = 10_000
const LOOK_INTERVAL_MS = 10_000
const CONNECT_MS = 5000
/** `pg` takes 0 for its default. */
const NO_TIMEOUT_MS = 2 ** 31 - 1
/** What the server reports when an administrator ends the wait for a standby: the commit is stored, but not replicated. */
const WARNING = '01000'

/**
 * Commits. A commit that waits for a standby is never cancelled: PostgreSQL would keep it on this server alone, where it
 * can vanish at a failover.
 * @param onPending called when the commit is still under way as this function rejects: its connection must stay open until
 *   the promise settles, because the server has answered or does not know the commit any more
 * @throws AppError `uncertain` if it was not confirmed in time, or its connection was lost
 */
export async function commit(
  client: pg.PoolClient,
  options: pg.ClientConfig,
  onPending: (over: Promise<unknown>) => void,
) {
  let isUnreplicated = false
  const onNotice = ({ code }: { code?: string | undefined }) => {
    if (code === WARNING) isUnreplicated = true
  }
  client.on('notice', onNotice)
  // `pg` accepts it per query; its type does not have it.
  const query = { text: 'commit', query_timeout: NO_TIMEOUT_MS } as pg.QueryConfig
  const answer = client.query(query).finally(() => client.off('notice', onNotice))
  const timeout = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => timeout.resolve('late'), ANSWER_MS)
  try {
    const result = await Promise.race([answer, timeout.promise])
    if (result === 'late') {
      onPending(Promise.race([answer, untilUnknown(client, options)]))
      throw uncertain(new Error('The commit was not confirmed in time'))
    }
    if (isUnreplicated) throw uncertain(new Error('The wait for a standby was cancelled'))
    return result
  } catch (error) {
    throw isConnectionFailure(error) ? uncertain(error) : error
  } finally {
    clearTimeout(timer)
  }
}

/** Rejects once the server cannot be asked, or is no longer busy with the commit. */
async function untilUnknown(client: pg.PoolClient & { processID?: number }, options: pg.ClientConfig): Promise<never> {
  do {
    await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL_MS).unref())
  } while (await isBusy(client.processID, options))
  throw new Error('The server is not busy with this commit any more')
}

/** Asked over a connection of its own: those of the pool may all wait for a commit. */
async function isBusy(processId: number | undefined, options: pg.ClientConfig): Promise<boolean> {
  const observer = new pg.Client({ ...options, connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS })
  observer.on('error', () => {})
  try {
    await observer.connect()
    const text = `select 1 from pg_stat_activity where pid = $1 and state = 'active'`
    return (await observer.query(text, [processId])).rowCount === 1
  } catch {
    return false
  } finally {
    await observer.end().catch(() => {})
  }
}
