import { type News, receiveEvents } from './event-stream.ts'

const NAME = 'rfd.events'
/** A tab that has not become the receiving one by then has missed what happened while it loaded. */
const ELECTION_MS = 300

interface Message {
  news: News[]
  lastId: string
}

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
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    lastId = data.lastId
    if (data.news.length > 0) onNews(data.news)
  })
  const timer = setTimeout(() => onNews(['reset']), ELECTION_MS)
  const receive = async () => {
    clearTimeout(timer)
    await receiveEvents({
      lastId,
      signal: stop.signal,
      onNews(news, id) {
        lastId = id
        channel.postMessage({ news, lastId } satisfies Message)
        if (news.length > 0) onNews(news)
      },
    })
  }
  // Rejects when the signal comes before the lock.
  navigator.locks.request(NAME, { signal: stop.signal }, receive).catch(() => {})
  return () => {
    clearTimeout(timer)
    stop.abort()
    channel.close()
  }
}

/** Browsers have no locks on plain http: a stream per tab, and none for hidden ones, which would occupy all connections. */
function receiveWhileVisible(onNews: (news: News[]) => void): () => void {
  let stop = new AbortController()
  let lastId = ''
  const follow = () => {
    stop.abort()
    stop = new AbortController()
    if (document.hidden) return
    void receiveEvents({
      lastId,
      signal: stop.signal,
      onNews(news, id) {
        lastId = id
        if (news.length > 0) onNews(news)
      },
    })
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    stop.abort()
    document.removeEventListener('visibilitychange', follow)
  }
}
