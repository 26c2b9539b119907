import { clientOf, signIn } from './client.ts'
import { PASSWORD, type Place } from './databases.ts'
import { load } from './load.ts'
import type { LoadCall } from './load-process.ts'
import { CREATES } from './measure-writes.ts'
import { environmentOf, type Pace, untilQuiet } from './office.ts'
import { perSecond, type Row, times } from './report.ts'
import { startServer } from './server-process.ts'

const PROCESSES = [1, 2, 3] as const

/** What one, two and three servers on one database create and list together; no process has a core of its own. */
export async function measureScaling(place: Place, pace: Pace): Promise<Row[]> {
  const creates: number[] = []
  const lists: number[] = []
  for (const processes of PROCESSES) {
    const servers = []
    try {
      for (let i = 0; i < processes; i++) servers.push(await startServer(environmentOf(place)))
      for (const { pid } of servers) await untilQuiet(pid)
      const urls = servers.map(({ url }) => url)
      creates.push(await together(urls, CREATES, { expects: 201, connections: 66, ...pace }))
      lists.push(
        await together(urls, [{ path: '/api/requests?page=1&limit=10' }], { expects: 200, connections: 24, ...pace }),
      )
    } finally {
      for (const server of servers) await server.stop()
    }
  }
  return [...rowsOf('Durable creates, 66 at once', creates), ...rowsOf('List page, 24 at once', lists)]
}

/** Calls a second of all servers, the connections shared out among them. */
async function together(
  urls: URL[],
  calls: LoadCall[],
  { connections, ...order }: Pace & { expects: number; connections: number },
): Promise<number> {
  const client = clientOf(urls[0]!)
  const headers = { authorization: `Bearer ${await signIn(client, 'manager', PASSWORD)}` }
  client.close()
  const withToken = calls.map((call) => ({ ...call, headers }))
  const asked = urls.map(({ href }) =>
    load({ url: href, calls: withToken, connections: connections / urls.length, ...order }),
  )
  return (await Promise.all(asked)).reduce((sum, result) => sum + result.perSecond, 0)
}

function rowsOf(what: string, figures: number[]): Row[] {
  const [one = NaN] = figures
  return figures.map((figure, i) => ({
    what: `${what}, ${PROCESSES[i] === 1 ? 'one process' : `${PROCESSES[i]} processes`}`,
    measured: perSecond(figure),
    budget: i === 1 ? 'more than one process' : '–',
    ...(i > 0 && { limit: `${perSecond(one)} with one`, ratio: times(figure / one) }),
    holds: i !== 1 || figure > one,
  }))
}
