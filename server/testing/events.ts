import { Readable } from 'node:stream'
import { vi } from 'vitest'
import type { LiveEvent } from '../../shared/events.ts'
import type { App } from '../platform/http/app.ts'
import type { Person } from './cast.ts'

/** Reads an event stream as a page does. */
export async function followEvents(app: App, person: Person, lastEventId?: string) {
  const headers = {
    authorization: `Bearer ${person.token}`,
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  }
  const res = await app.inject({ method: 'GET', url: '/api/events', headers, payloadAsStream: true })
  const source: Readable = res.stream()
  const seen = { events: [] as LiveEvent[], resets: 0, lastId: '', text: '', isOver: false }
  let rest = ''
  source.setEncoding('utf8')
  source.on('data', (chunk: string) => {
    seen.text += chunk
    const frames = (rest + chunk).split('\n\n')
    rest = frames.pop()!
    for (const frame of frames) take(frame)
  })
  for (const end of ['end', 'close', 'error']) source.on(end, () => (seen.isOver = true))

  function take(frame: string) {
    const line = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1]
    seen.lastId = line('id') ?? seen.lastId
    const data = line('data')
    if (line('event') === 'reset') seen.resets++
    else if (data) seen.events.push(JSON.parse(data) as LiveEvent)
  }

  return {
    /** whose events these are */
    personId: person.id,
    seen,
    statusCode: res.statusCode,
    headers: res.headers,
    /** Waits for what the stream is still to bring. */
    until: (check: () => void) => vi.waitFor(check, { timeout: 300_000, interval: 5 }),
    close: () => res.raw.res.destroy(),
  }
}
