import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

export interface LoadCall {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}

/** On a busy machine the time may be too short for a meaningful median: at least this many calls are made. */
const MIN_CALLS = 20

/** Which calls to make, over how many connections. The calls are repeated in a cycle. */
export interface Load {
  url: string
  calls: LoadCall[]
  connections: number
  /** duration of the measurement … */
  durationMs: number
  /** … after an unmeasured warm-up of this duration */
  warmUpMs: number
  /**
   * calls per second, sent whether or not earlier ones are answered (open loop); without it each connection sends when it is
   * free
   */
  rate?: number
  /** each call once, however long that takes: a cached answer must not be measured */
  once?: boolean
}

export interface LoadResult {
  calls: number
  perSecond: number
  /** milliseconds; with a rate, counted from when the call was due */
  median: number
  p99: number
  longest: number
  statuses: Record<string, number>
}

const HEAD_END = Buffer.from('\r\n\r\n')

/**
 * A keep-alive HTTP/1.1 connection with one call at a time. It parses only what our server sends: answers with a
 * Content-Length, or without a body. `node:http` as a client would take more time than the server.
 */
class Connection {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #answered: ((status: number) => void) | undefined

  constructor(url: URL) {
    this.#socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true })
    this.#socket.on('data', (chunk: Buffer) => this.#take(chunk))
    this.#socket.on('close', () => fail('The server closed a connection'))
    this.#socket.on('error', (error) => fail(error.message))
  }

  send(call: Buffer, answered: (status: number) => void): void {
    this.#answered = answered
    this.#socket.write(call)
  }

  close(): void {
    this.#socket.removeAllListeners('close')
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const end = this.#received.indexOf(HEAD_END)
    if (end === -1) return
    const head = this.#received.toString('latin1', 0, end)
    const status = Number(head.slice(9, 12))
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined && status !== 304 && status !== 204) fail(`An answer without a length: ${head}`)
    if (this.#received.length < end + 4 + (status === 304 ? 0 : Number(length ?? 0))) return
    this.#received = Buffer.alloc(0)
    this.#answered?.(status)
  }
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

function written(url: URL, { method = 'GET', path, headers = {}, body }: LoadCall): Buffer {
  const payload = body === undefined ? '' : JSON.stringify(body)
  const all = {
    host: url.host,
    ...headers,
    ...(payload && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${payload}`)
}

async function run(order: Load): Promise<LoadResult> {
  const url = new URL(order.url)
  const calls = order.calls.map((call) => written(url, call))
  const connections = Array.from({ length: order.connections }, () => new Connection(url))
  const times: number[] = []
  const statuses: Record<string, number> = {}
  const measuredFrom = performance.now() + (order.once ? 0 : order.warmUpMs)
  const until = measuredFrom + order.durationMs
  let next = 0
  let last = until

  const ask = (connection: Connection, since: number, done: () => void) => {
    connection.send(calls[next++ % calls.length]!, (status) => {
      const now = performance.now()
      if (since >= measuredFrom) times.push(now - since)
      last = now
      statuses[status] = (statuses[status] ?? 0) + 1
      done()
    })
  }
  if (order.rate === undefined) await Promise.all(connections.map(askWithoutPause))
  else await askAtRate(order.rate)
  for (const connection of connections) connection.close()

  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN
  const perSecond = times.length / ((last - measuredFrom) / 1000)
  return { calls: times.length, perSecond, median: at(0.5), p99: at(0.99), longest: at(1), statuses }

  function askWithoutPause(connection: Connection): Promise<void> {
    return new Promise((resolve) => {
      const again = () => {
        const now = performance.now()
        const isOver = order.once ? next >= calls.length : now > until && times.length >= MIN_CALLS
        if (isOver) resolve()
        else ask(connection, now, again)
      }
      again()
    })
  }

  function askAtRate(rate: number): Promise<void> {
    const free = [...connections]
    const due: number[] = []
    let nextDue = performance.now()
    return new Promise((resolve) => {
      const hand = () => {
        while (due.length > 0 && free.length > 0) {
          const connection = free.pop()!
          ask(connection, due.shift()!, () => {
            free.push(connection)
            hand()
          })
        }
      }
      const tick = setInterval(() => {
        const now = performance.now()
        for (; nextDue <= now && nextDue < until; nextDue += 1000 / rate) due.push(nextDue)
        hand()
        if (now > until && due.length === 0 && free.length === connections.length) {
          clearInterval(tick)
          resolve()
        }
      }, 1)
    })
  }
}

if (process.argv[1] === import.meta.filename) {
  const order = JSON.parse(await text(process.stdin)) as Load
  console.log(JSON.stringify(await run(order)))
}
