import type { LiveEvent } from '../../shared/events.ts'
import { checkSession } from './check-session.ts'
import { currentSession } from './session.ts'

/** An event of the stream, or `reset`: everything that is shown may have changed. */
export type News = LiveEvent | 'reset'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** The server sends something every 15 seconds: a stream that is silent for longer is dead. */
const SILENCE_MS = 45_000

interface Reception {
  /** of the last event that this browser has seen; '' for none */
  lastId: string
  signal: AbortSignal
  onNews: (news: News[], lastId: string) => void
  /** called when the stream opens and when it breaks */
  onLive: (isLive: boolean) => void
}

/** Receives the event stream and reconnects when it breaks, until the signal, the end of the session, or a 204. */
export async function receiveEvents({ lastId, signal, onNews, onLive }: Reception): Promise<void> {
  const reader = new EventReader(lastId)
  let pause = FIRST_PAUSE_MS
  while (!signal.aborted) {
    const status = await receiveOnce(reader, signal, {
      onLive,
      onNews(news) {
        pause = FIRST_PAUSE_MS
        onNews(news, reader.lastId)
      },
    })
    onLive(false)
    if (status === 401) checkSession()
    if (status === 401 || status === 204 || signal.aborted) return
    // At random, so that the pages of an office do not come back together after a restart.
    await sleep(pause * (0.5 + Math.random()), signal)
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
  }
}

/** @returns the status of the answer, once the stream is over; undefined without one */
async function receiveOnce(
  reader: EventReader,
  signal: AbortSignal,
  { onNews, onLive }: { onNews: (news: News[]) => void; onLive: Reception['onLive'] },
): Promise<number | undefined> {
  const isFirst = reader.lastId === ''
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    const response = await fetch(new URL('/api/events', window.location.origin), {
      headers: {
        Authorization: `Bearer ${currentSession()?.token}`,
        ...(!isFirst && { 'Last-Event-ID': reader.lastId }),
      },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (response.status !== 200 || !response.body) return response.status
    reader.begin()
    onLive(true)
    // What is shown was read before the stream began.
    if (isFirst) onNews(['reset'])
    const chunks = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await chunks.read()
      if (done) return response.status
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      onNews(reader.read(value))
    }
  } catch {
    // The connection broke; the caller tries again.
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** Reads server-sent events from text that arrives in pieces. */
export class EventReader {
  lastId: string
  #rest = ''

  constructor(lastId = '') {
    this.lastId = lastId
  }

  /** A new stream: what the last one cut off comes again from the start. */
  begin(): void {
    this.#rest = ''
  }

  read(text: string): News[] {
    const frames = (this.#rest + text).split('\n\n')
    this.#rest = frames.pop() ?? ''
    return frames.flatMap((frame) => this.#take(frame))
  }

  #take(frame: string): News[] {
    const fields = new Map(
      frame.split('\n').map((line) => {
        const index = line.indexOf(': ')
        return [line.slice(0, index), line.slice(index + 2)]
      }),
    )
    this.lastId = fields.get('id') ?? this.lastId
    if (fields.get('event') === 'reset') return ['reset']
    const data = fields.get('data')
    return data === undefined ? [] : [JSON.parse(data) as LiveEvent]
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
