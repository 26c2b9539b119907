import http from 'node:http'
import { setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { type Around, type Flood, FLOODS, type FloodCall } from './floods.ts'

/** The flood to run, and its duration. */
export interface Order {
  flood: string
  url: string
  around: Around
  durationMs: number
}

/** Number of answers by status; `broken` counts connections that closed without one. */
export type Answers = Record<string, number>

/** Low, so that the flooding process itself does not slow down the server. */
const LOW_PRIORITY = 10

async function run({ flood: name, url, around, durationMs }: Order): Promise<Answers> {
  const flood = FLOODS.find((one) => one.name === name)!
  const base = new URL(url)
  const agent = new http.Agent({ keepAlive: true, maxSockets: flood.connections })
  const answers: Answers = {}
  const until = performance.now() + durationMs
  let sent = 0
  const one = async () => {
    const status = await send(base, agent, flood, flood.call(sent++, around), until)
    answers[status] = (answers[status] ?? 0) + 1
  }
  const all = (work: () => Promise<void>) => Promise.all(Array.from({ length: flood.connections }, work))
  if (flood.pauseMs === undefined) {
    await all(async () => {
      while (performance.now() < until) await one()
    })
  } else {
    while (performance.now() < until) {
      await all(one)
      await pause(flood.pauseMs)
    }
  }
  agent.destroy()
  return answers
}

function send(base: URL, agent: http.Agent, flood: Flood, call: FloodCall, until: number): Promise<string> {
  const { method, path, body, headers } = call
  return new Promise((resolve) => {
    const req = http.request(
      {
        agent,
        host: base.hostname,
        port: base.port,
        method,
        path,
        headers: {
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
          ...headers,
        },
      },
      (answer) => {
        const status = String(answer.statusCode)
        if (!flood.stalls) {
          answer.resume()
          answer.on('end', () => resolve(status)).on('error', () => resolve(status))
          return
        }
        // Paused, so that nothing more is read until the flood is over.
        answer.pause()
        answer.on('error', () => undefined)
        req.on('close', () => resolve(status))
      },
    )
    let hasLeft = false
    req.on('error', () => resolve(hasLeft ? 'left' : 'broken'))
    const leavesAfterMs = flood.stalls ? Math.max(0, until - performance.now()) : flood.leavesAfterMs
    if (leavesAfterMs !== undefined) {
      const timer = setTimeout(() => {
        hasLeft = true
        req.destroy(new Error('left'))
      }, leavesAfterMs)
      req.on('close', () => clearTimeout(timer))
    }
    req.end(body)
  })
}

if (process.argv[1] === import.meta.filename) {
  setPriority(LOW_PRIORITY)
  const order = JSON.parse(await text(process.stdin)) as Order
  console.log(JSON.stringify(await run(order)))
}
