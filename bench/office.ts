import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, clientOf, signIn } from './client.ts'
import { PASSWORD, type Place } from './databases.ts'
import { load, onCore } from './load.ts'
import type { LoadCall, LoadResult } from './load-process.ts'
import { type ServerProcess, startServer } from './server-process.ts'

/** A running server with somebody signed in who may do everything here. */
export interface Office {
  place: Place
  server: ServerProcess
  client: Client
  headers: Record<string, string>
  /** closed loop; `path` is asked for over and over */
  ask(path: string | LoadCall[], options?: Partial<Parameters<typeof load>[0]>): Promise<LoadResult>
  /** one answer, parsed */
  get<T>(path: string): Promise<T>
  close(): Promise<void>
}

export interface Pace {
  durationMs: number
  warmUpMs: number
}

/** What the server is told of an office. */
export function environmentOf({ dataDir, databaseUrl }: Place): Record<string, string> {
  // One person makes all the calls of a measurement.
  const environment = { DATA_DIR: dataDir, DEMO: 'on', DEMO_PASSWORD: PASSWORD, RATE_LIMITS: 'off' }
  return { ...environment, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
}

/** @param username of the demo's accounts */
export async function openOffice(place: Place, pace: Pace, username = 'manager'): Promise<Office> {
  const server = await startServer(environmentOf(place), onCore(0))
  const client = clientOf(server.url)
  await untilQuiet(server.pid)
  const headers = { authorization: `Bearer ${await signIn(client, username, PASSWORD)}` }
  return {
    place,
    server,
    client,
    headers,
    ask: (path, options = {}) => {
      const calls = typeof path === 'string' ? [{ path }] : path
      const withToken = calls.map((call) => ({ ...call, headers: { ...headers, ...call.headers } }))
      return load({ url: server.url.href, calls: withToken, connections: 1, ...pace, ...options })
    },
    get: async <T>(path: string) => {
      const { status, text } = await client.send({ path, headers })
      if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
      return JSON.parse(text) as T
    },
    async close() {
      client.close()
      await server.stop()
    },
  }
}

/** The longest that a start leaves to the background: a training of a hundred thousand requests. */
const REST_WITHIN_MS = 300_000

/**
 * What a start leaves to the background must not be measured with the rest: the index of similar requests, or a training that
 * an earlier run has left unfinished.
 * @throws Error when the server does not come to rest
 */
export async function untilQuiet(pid: number): Promise<void> {
  const giveUpAt = performance.now() + REST_WITHIN_MS
  for (let quiet = 0; quiet < 3;) {
    if (performance.now() > giveUpAt) throw new Error('The server does not come to rest')
    const before = processorMsOf(pid)
    await pause(500)
    // At most a tenth of one core may be busy.
    quiet = processorMsOf(pid) - before <= 50 ? quiet + 1 : 0
  }
}

/** The time that a process has had of all cores: unlike what a clock says, it hardly depends on who else needs them. */
export function processorMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  // In ticks of 10 ms.
  return (Number(fields[11]) + Number(fields[12])) * 10
}
