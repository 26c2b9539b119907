import { clientOf } from './client.ts'
import type { Place } from './databases.ts'
import { onCore } from './load.ts'
import { environmentOf } from './office.ts'
import { atMost, ms, type Row } from './report.ts'
import { startServer } from './server-process.ts'

/** From starting the process on existing data to its first answer. */
export async function measureStart(place: Place): Promise<Row[]> {
  const times: number[] = []
  for (let i = 0; i < 3; i++) {
    const started = performance.now()
    const server = await startServer(environmentOf(place), onCore(0))
    const client = clientOf(server.url)
    const { status } = await client.send({ path: '/api/ready' })
    if (status !== 200) throw new Error(`The first answer was ${status}`)
    times.push(performance.now() - started)
    client.close()
    await server.stop()
  }
  const median = times.toSorted((a, b) => a - b)[1]!
  return [atMost('Second start to the first 200', median, 1000, ms)]
}
