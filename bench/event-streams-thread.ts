import http from 'node:http'
import { parentPort } from 'node:worker_threads'
import type { LiveEvent } from '../shared/events.ts'
import type { Arrivals, ToReaders } from './event-streams.ts'

const arrivals: Arrivals = new Map()
const calls: http.ClientRequest[] = []

parentPort!.on('message', (message: ToReaders) => {
  void answer(message).then((value) => parentPort!.postMessage(value))
})

async function answer(message: ToReaders): Promise<unknown> {
  if ('arrivals' in message) return arrivals
  if ('clear' in message) return arrivals.clear()
  if ('close' in message) return calls.splice(0).forEach((call) => call.destroy())
  const { url, tokens, count } = message.open
  for (let i = 0; i < count; i++) await open(url, tokens[i % tokens.length]!)
}

async function open(url: string, token: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    const call = http.get(new URL('/api/events', url), { headers, agent: false }, (stream) => {
      if (stream.statusCode !== 200) return reject(new Error(`An event stream was answered ${stream.statusCode}`))
      let rest = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => {
        const frames = (rest + chunk).split('\n\n')
        rest = frames.pop()!
        for (const frame of frames) take(frame)
        resolve()
      })
      stream.on('error', () => {})
    })
    call.on('error', reject)
    calls.push(call)
  })
}

function take(frame: string): void {
  const data = /^data: (.*)$/m.exec(frame)?.[1]
  const { kind, requestId } = JSON.parse(data ?? '{}') as Partial<LiveEvent>
  if (kind !== 'created' || requestId === undefined) return
  const known = arrivals.get(requestId) ?? []
  arrivals.set(requestId, known)
  known.push(performance.timeOrigin + performance.now())
}
