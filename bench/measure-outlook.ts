import type { RequestList } from '../shared/request-list.ts'
import { type Place, toRead } from './databases.ts'
import type { Office } from './office.ts'
import { atMost, ms, type Row } from './report.ts'

const DASHBOARD = '/api/dashboard/outlooks?limit=5'
const COLD_MS = 300
/**
 * Longer than other calls about one request, because the queue and the last year are scanned. The page fetches it separately,
 * after the rest.
 */
const DETAILS_MS = 10
const DASHBOARD_MS = 20

/** The outlook of a request, as its requester sees it in the details and on the dashboard. */
export async function measureOutlook(place: Place, withServer: WithServer): Promise<Row[]> {
  // Creates a snapshot of the history, which exists at every start but the first.
  await withServer(({ get }) => get(DASHBOARD))
  const first = await withServer(async ({ get }) => {
    const started = performance.now()
    await get(DASHBOARD)
    return performance.now() - started
  })
  return withServer(async ({ get, ask }) => {
    const { total } = await get<{ total: number }>(DASHBOARD)
    const of = async (status: string) => {
      const { requests } = await get<RequestList>(`/api/requests?status=${status}&limit=1`)
      return (await ask(`/api/requests/${requests[0]!.id}/outlook`)).median
    }
    const [pending, started] = [await of('pending'), await of('in_progress')]
    const own = await ask(DASHBOARD)
    const more = await ask('/api/dashboard/outlooks?limit=20')
    const [ofOne, ofPage] = [toRead(place, DETAILS_MS), toRead(place, DASHBOARD_MS)]
    return [
      atMost('Where a request stands: first question to a process', first, toRead(place, COLD_MS), ms),
      atMost('– in the details of a pending request', pending, ofOne, ms),
      atMost('– of one in progress', started, ofOne, ms),
      atMost(`– five of ${total} own open requests on the dashboard`, own.median, ofPage, ms),
      atMost('– up to twenty of them', more.median, ofPage, ms),
    ]
  })
}

/** Runs a measurement on a freshly started server. */
type WithServer = <T>(measure: (office: Office) => Promise<T>) => Promise<T>
