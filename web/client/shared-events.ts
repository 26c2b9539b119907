import { type News, receiveEvents } from './event-stream.ts'
import { isLive } from './live.ts'

const NAME = 'rfd.events'
/** A tab that has not become the receiving one by then has missed what happened while it loaded. */
const ELECTION_MS = 300

interface State {
  news: News[]
  lastId: string
  isLive: boolean
}

/** From the receiving tab, or from one that has just been opened and asks for the state. */
type Message = State | 'ask'

/**
 * Receives events for all tabs of this browser: one of them holds a lock and the stream, and passes the events on. Browsers
 * open only six connections to a server over HTTP/1.1, and each stream occupies one.
 * @returns stops it
 */
export function shareEvents(onNews: (news: News[]) => void): () => void {
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) return receiveWhileVisible(onNews)
  const stop = new AbortController()
  const channel = new BroadcastChannel(NAME)
  let lastId = ''
  let isReceiving = false
  const tell = (news: News[]) => channel.postMessage({ news, lastId, isLive: isLive.get() } satisfies Message)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data === 'ask') return isReceiving ? tell([]) : undefined
    lastId = data.lastId
    isLive.set(data.isLive)
    if (data.news.length > 0) onNews(data.news)
  })
  channel.postMessage('ask' satisfies Message)
  const timer = setTimeout(() => onNews(['reset']), ELECTION_MS)
  const receive = async () => {
    clearTimeout(timer)
    isReceiving = true
    await receiveEvents({
      lastId,
      signal: stop.signal,
      onNews(news, id) {
        lastId = id
        tell(news)
        if (news.length > 0) onNews(news)
      },
      onLive(now) {
        // Its signal is also given when nobody is signed in any more: then there is no channel.
        if (stop.signal.aborted) return
        isLive.set(now)
        tell([])
      },
    })
  }
  // Rejects when the signal comes before the lock.
  navigator.locks.request(NAME, { signal: stop.signal }, receive).catch(() => {})
  return () => {
    clearTimeout(timer)
    stop.abort()
    channel.close()
    isLive.set(false)
  }
}

/** Browsers have no locks on plain http: a stream per tab, and none for hidden ones, which would occupy all connections. */
function receiveWhileVisible(onNews: (news: News[]) => void): () => void {
  let stop = new AbortController()
  let lastId = ''
  const follow = () => {
    stop.abort()
    isLive.set(false)
    stop = new AbortController()
    if (document.hidden) return
    const { signal } = stop
    void receiveEvents({
      lastId,
      signal,
      onNews(news, id) {
        lastId = id
        if (news.length > 0) onNews(news)
      },
      onLive: (now) => signal.aborted || isLive.set(now),
    })
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    stop.abort()
    isLive.set(false)
    document.removeEventListener('visibilitychange', follow)
  }
}
