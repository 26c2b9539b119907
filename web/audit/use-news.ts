import { useEffect, useRef, useState } from 'react'
import type { AuditEntry, AuditPage } from '../../shared/audit.ts'
import { isLive, onHint, pollEvery } from '../client/live.ts'
import { ApiError } from '../client/api-error.ts'
import { readNews } from './api.ts'
import { type AuditState, filterOf, queryOf } from './filter-state.ts'

const POLL_INTERVAL_MS = 3000
/** Limit of a page that is followed for days; older entries are on the next page. */
export const MAX_SHOWN = 200

interface Options {
  state: AuditState
  page: AuditPage | undefined
  isFollowing: boolean
  /** called when there are more new entries than one response holds */
  onCut: () => void
}

interface News {
  /** query of the filters that the entries belong to */
  query: string
  entries: AuditEntry[]
}

/** Reads newer entries while the page is followed and visible, when an event tells of some, or else now and then. A refusal stops it and is returned as the error. */
export function useNews({ state, page, isFollowing, onCut }: Options) {
  const query = queryOf(state)
  const [news, setNews] = useState<News>({ query, entries: [] })
  const [error, setError] = useState<Error | null>(null)
  const newest = useRef(0)
  const cut = useRef(onCut)
  useEffect(() => {
    cut.current = onCut
    newest.current = Math.max(newest.current, page?.newest ?? 0)
  }, [onCut, page])
  const isReady = page !== undefined
  useEffect(() => {
    if (!isFollowing || !isReady) return
    const ended = new AbortController()
    const ask = async () => {
      if (document.visibilityState === 'hidden') return
      try {
        const news = await readNews(filterOf(state), newest.current, ended.signal)
        if (ended.signal.aborted) return
        newest.current = news.newest
        setError(null)
        if (news.isCut) cut.current()
        else if (news.entries.length > 0)
          setNews((now) => ({ query, entries: merged(news.entries, now.query === query ? now.entries : []) }))
      } catch (failure) {
        if (ended.signal.aborted) return
        setError(failure instanceof Error ? failure : new Error(String(failure)))
        // Stop polling after a refusal, such as a lost permission.
        if (failure instanceof ApiError && failure.status < 500 && failure.status !== 429) ended.abort()
      }
    }
    const stop = readNowAndThen(ask, ended.signal)
    return () => {
      ended.abort()
      stop()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the query is the text of the whole state
  }, [isFollowing, isReady, query])
  return { news: news.query === query ? news.entries : [], error }
}

/** An event brings the next reading forward, but a busy office is not read more often than without events. */
function readNowAndThen(ask: () => Promise<void>, ended: AbortSignal): () => void {
  let timer: ReturnType<typeof setTimeout>
  let last = Date.now()
  let isReading = false
  let isHinted = false
  const plan = () => {
    clearTimeout(timer)
    const pause = isHinted ? POLL_INTERVAL_MS : Number(pollEvery(POLL_INTERVAL_MS))
    timer = setTimeout(() => void read(), last + pause - Date.now())
  }
  const read = async () => {
    last = Date.now()
    isHinted = false
    isReading = true
    await ask()
    isReading = false
    if (!ended.aborted) plan()
  }
  const stopListening = onHint('audit', () => {
    isHinted = true
    if (!isReading && !ended.aborted) plan()
  })
  const stopFollowing = isLive.subscribe(() => isReading || ended.aborted || plan())
  plan()
  return () => {
    clearTimeout(timer)
    stopListening()
    stopFollowing()
  }
}

/** Newest first, without duplicates: an entry that was not yet sealed arrives again once it is. */
export function merged(newer: readonly AuditEntry[], older: readonly AuditEntry[]): AuditEntry[] {
  const known = new Set(newer.map(({ id }) => id))
  const all = [...newer, ...older.filter(({ id }) => !known.has(id))]
  return all.toSorted((a, b) => b.id - a.id).slice(0, MAX_SHOWN)
}
