import type { Db } from '../platform/database/db.ts'
import type { SupervisedThread } from '../ai/host/supervised-thread.ts'
import { changesBetween, requestsBetween } from './packed-queries.ts'
import { newest, newestSuggestion } from './queries.ts'
import type { FlowCalls } from './snapshot-flow-office.ts'
import type { Entry } from './snapshot.ts'

/** Rows per read: some ten milliseconds of a worker thread, a text of one or two megabytes. */
const REQUESTS_PAGE = 10_000
const ENTRIES_PAGE = 40_000
export const LOAD_TIMEOUT_MS = 10 * 60_000

/** Loads the whole history into a thread. @returns the newest history entry and suggestion, as read before */
export async function loadHistory(
  db: Db,
  thread: SupervisedThread<FlowCalls>,
): Promise<{ entry: Entry | undefined; classified: string | null }> {
  const classified = await newestSuggestion(db)
  const { number, entry } = await newest(db)
  const last = entry?.id ?? 0
  // Pipelined: the thread processes one page while the database reads the next.
  let sent: Promise<unknown> = thread.callDirectly('clear', undefined, LOAD_TIMEOUT_MS)
  sent.catch(() => undefined)
  const pass = async (name: 'loadRequests' | 'loadChanges', packed: string) => {
    await sent
    sent = thread.callDirectly(name, { packed }, LOAD_TIMEOUT_MS)
    // The next await reports the failure; without a handler until then it would be an unhandled rejection.
    sent.catch(() => undefined)
  }
  for (let from = 0; from < number; from += REQUESTS_PAGE) {
    await pass('loadRequests', await requestsBetween(db, from, Math.min(number, from + REQUESTS_PAGE)))
  }
  for (let from = 0; from < last; from += ENTRIES_PAGE) {
    await pass('loadChanges', await changesBetween(db, from, Math.min(last, from + ENTRIES_PAGE)))
  }
  await sent
  await thread.callDirectly('endLoading', undefined, LOAD_TIMEOUT_MS)
  return { entry, classified }
}
