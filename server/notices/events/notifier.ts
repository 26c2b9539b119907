import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import type { Hint } from '../../platform/database/hints.ts'
import type { Notifier } from './hub.ts'

const SEND_EVERY_MS = 50
const CONNECT_AGAIN_MS = 2000
/** PostgreSQL refuses payloads from 8000 bytes on. */
const MAX_PAYLOAD = 7900
/** While there is no connection. The pages of other processes then read again by their own timers. */
const MAX_WAITING = 500

interface Options {
  url: string
  /** a process has written, or says something that has no history */
  onNews(hints: Hint[]): void
  log: { warn(fields: object, message: string): void }
}

/**
 * Tells the other processes on the same PostgreSQL that something was written. Sent from a connection of its own after the
 * commits: within the writing transactions it would make all commits wait for each other.
 */
export class PostgresNotifier implements Notifier {
  readonly #options: Options
  readonly #stop = new AbortController()
  readonly #running: Promise<void>
  #waiting: Hint[] = []
  #isChanged = false
  #wake = () => {}

  constructor(options: Options) {
    this.#options = options
    this.#running = this.#run()
  }

  changed(): void {
    this.#isChanged = true
    this.#wake()
  }

  announce(hint: Hint): void {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(hint)
    this.changed()
  }

  async close(): Promise<void> {
    this.#stop.abort()
    this.#wake()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#connected().catch((error: unknown) => {
        this.#options.log.warn({ err: error }, 'Other processes cannot be notified; they look once a second')
      })
      await this.#pause(CONNECT_AGAIN_MS)
    }
  }

  /** Listens and sends until the connection breaks. */
  async #connected(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: 'rfd events',
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
      keepAlive: true,
    })
    let failure: Error | undefined
    client.on('error', (error) => {
      failure = error
      this.#wake()
    })
    try {
      await client.connect()
      const channel = await prepare(client)
      const own = (client as pg.Client & { processID?: number }).processID
      client.on('notification', ({ processId, payload }) => {
        if (processId !== own) this.#options.onNews(hintsIn(payload))
      })
      // Something may have been written while nobody listened.
      this.#options.onNews([])
      while (!failure && !this.#stop.signal.aborted) {
        await this.#somethingToSay()
        for (const payload of this.#take()) await client.query('select pg_notify($1, $2)', [channel, payload])
        await this.#pause(SEND_EVERY_MS)
      }
      if (failure) throw failure
    } finally {
      await client.end().catch(() => {})
    }
  }

  #somethingToSay(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
      if (this.#isChanged || this.#stop.signal.aborted) resolve()
    })
  }

  #take(): string[] {
    if (!this.#isChanged) return []
    this.#isChanged = false
    return payloadsOf(this.#waiting.splice(0))
  }

  async #pause(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#stop.signal, ref: false }).catch(() => {})
  }
}

/** @returns the channel; a database may hold several offices in different schemas */
async function prepare(client: pg.Client): Promise<string> {
  // A notification stores nothing that must survive a crash, so it does not wait for the disk.
  await client.query('set synchronous_commit = off')
  const { rows } = await client.query<{ channel: string }>(`select 'rfd_' || md5(current_schema()) as channel`)
  const { channel } = rows[0]!
  await client.query(`listen ${channel}`)
  return channel
}

/** At least one, which may be empty: "something was written". */
export function payloadsOf(hints: readonly Hint[]): string[] {
  const payloads: string[] = []
  let lines: string[] = []
  let bytes = 0
  for (const hint of hints) {
    const line = JSON.stringify(hint)
    const size = Buffer.byteLength(line) + 1
    if (bytes + size > MAX_PAYLOAD) {
      payloads.push(lines.join('\n'))
      lines = []
      bytes = 0
    }
    lines.push(line)
    bytes += size
  }
  return [...payloads, lines.join('\n')]
}

/** From our own processes, maybe of another version of the program. */
export function hintsIn(payload = ''): Hint[] {
  return payload
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Hint)
}
