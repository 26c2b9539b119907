import { useEffect, useRef, useState } from 'react'
import type { TextSource } from './text-source.ts'
import type { Target } from './use-scroll-to.ts'
import { useHits } from './use-hits.ts'

/** State of the search: typed words, hits and current hit. */
export function useFind(source: TextSource | null, first: string, page: number, go: (target: Target) => void) {
  const [words, setWords] = useState(first)
  const hits = useHits(source, words)
  const [index, setIndex] = useState(-1)
  const { list } = hits
  const [known, setKnown] = useState(hits.words)
  if (known !== hits.words) {
    setKnown(hits.words)
    setIndex(-1)
  }
  // Start with the first hit from the page being read on; without one, wait for the next batch of hits.
  const target = useRef(page)
  useEffect(() => {
    target.current = page
  }, [page])
  useEffect(() => {
    if (index >= 0 || list.length === 0) return
    const i = list.findIndex((hit) => hit.page >= target.current)
    if (i < 0 && hits.isSearching) return
    setIndex(Math.max(i, 0))
    go(list[Math.max(i, 0)]!)
  }, [index, list, hits.isSearching, go])
  const step = (by: 1 | -1) => {
    if (list.length === 0) return
    const next = (index + by + list.length) % list.length
    setIndex(next)
    go(list[next]!)
  }
  return { words, setWords, hits, index, step, hit: list[index] ?? null }
}
