import http from 'node:http'
import type { LiveEvent } from '../shared/events.ts'

/** Streams of `GET /api/events`, and when each has brought which request. */
export class EventStreams {
  /** instants of arrival, by number of the request */
  readonly arrivals = new Map<string, number[]>()
  readonly #open: http.ClientRequest[] = []

  /** @returns once the server has sent the position from which the stream goes on */
  async open(url: URL, token: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` }
      const call = http.get(new URL('/api/events', url), { headers, agent: false }, (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`An event stream was answered ${answer.statusCode}`))
        let rest = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => {
          const frames = (rest + chunk).split('\n\n')
          rest = frames.pop()!
          for (const frame of frames) this.#take(frame)
          resolve()
        })
        answer.on('error', () => {})
      })
      call.on('error', reject)
      this.#open.push(call)
    })
  }

  get size(): number {
    return this.#open.length
  }

  close(): void {
    for (const call of this.#open.splice(0)) call.destroy()
  }

  #take(frame: string): void {
    const data = /^data: (.*)$/m.exec(frame)?.[1]
    const { kind, requestId } = JSON.parse(data ?? '{}') as Partial<LiveEvent>
    if (kind !== 'created' || requestId === undefined) return
    const known = this.arrivals.get(requestId) ?? []
    this.arrivals.set(requestId, known)
    known.push(performance.now())
  }
}
