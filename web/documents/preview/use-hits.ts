import { useEffect, useState } from 'react'
import { findAll } from './find-text.ts'
import type { PageRange, TextSource } from './text-source.ts'

/** Debounce of typing. */
const PAUSE_MS = 150
const NONE: PageRange[] = []

export interface Hits {
  list: readonly PageRange[]
  isSearching: boolean
  /** The words searched for; the typed ones may be ahead of them. */
  words: string
}

/** Searches a document for words, page by page. */
export function useHits(source: TextSource | null, words: string): Hits {
  const [result, setResult] = useState({ source, words: '', list: NONE, isSearching: false })
  useEffect(() => {
    const stop = new AbortController()
    const search = async () => {
      if (!source) return
      for await (const list of findAll(source, words, stop.signal)) {
        if (stop.signal.aborted) return
        setResult({ source, words, list, isSearching: true })
      }
      if (!stop.signal.aborted) setResult((now) => ({ ...now, isSearching: false }))
    }
    const begin = () => {
      setResult({ source, words, list: NONE, isSearching: words.trim() !== '' })
      // A document that is closed or damaged meanwhile is reported elsewhere.
      search().catch(() => setResult((now) => ({ ...now, isSearching: false })))
    }
    const timer = setTimeout(begin, words.trim() === '' ? 0 : PAUSE_MS)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [source, words])
  return result.source === source ? result : { list: NONE, isSearching: false, words: '' }
}
