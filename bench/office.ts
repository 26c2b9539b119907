import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, clientOf, signIn } from './client.ts'
import { PASSWORD, type Place } from './databases.ts'
import { load, onCore } from './load.ts'
import type { LoadCall, LoadResult } from './load-process.ts'
import { type ServerProcess, startServer } from './server-process.ts'

/** A running server with a signed-in user who has all permissions needed here. */
export interface Office {
  place: Place
  server: ServerProcess
  client: Client
  headers: Record<string, string>
  /** closed loop; the calls are repeated in a cycle */
  ask(path: string | LoadCall[], options?: Partial<Parameters<typeof load>[0]>): Promise<LoadResult>
  /** one answer, parsed */
  get<T>(path: string): Promise<T>
  close(): Promise<void>
}

export interface Pace {
  durationMs: number
  warmUpMs: number
}

/** The server's environment variables for an office. */
export function environmentOf({ dataDir, databaseUrl }: Place): Record<string, string> {
  // Rate limits are off because a single user makes all the calls.
  const environment = { DATA_DIR: dataDir, DEMO: 'on', DEMO_PASSWORD: PASSWORD, RATE_LIMITS: 'off' }
  return { ...environment, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
}

/**
 * @param username one of the demo accounts
 * @param command the server has a core of its own, unless the processes that it starts are measured beside it
 */
export async function openOffice(
  place: Place,
  pace: Pace,
  username = 'manager',
  command: readonly string[] = onCore(0),
): Promise<Office> {
  const server = await startServer(environmentOf(place), command)
  const client = clientOf(server.url)
  await waitUntilIdle(server.pid)
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

/** The longest background work after a start: a training on a hundred thousand requests. */
const IDLE_TIMEOUT_MS = 300_000

/**
 * Waits until the background work of a start has ended, so that it is not measured with the rest: the index of similar
 * requests, or a training that an earlier run has left unfinished.
 * @throws Error when the server does not become idle
 */
export async function waitUntilIdle(pid: number): Promise<void> {
  const giveUpAt = performance.now() + IDLE_TIMEOUT_MS
  for (let quiet = 0; quiet < 3;) {
    if (performance.now() > giveUpAt) throw new Error('The server does not come to rest')
    const before = processorMsOf(pid)
    await pause(500)
    // At most a tenth of one core may be busy (50 of 500 ms).
    quiet = processorMsOf(pid) - before <= 50 ? quiet + 1 : 0
  }
}

/** Processor time of a process on all cores: unlike wall-clock time, it hardly depends on other load. */
export function processorMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  // Ticks of 10 ms.
  return (Number(fields[11]) + Number(fields[12])) * 10
}
