import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { DocumentPlace, StoredDocument } from '../../../shared/documents.ts'
import { FindField } from './FindField.tsx'
import { PageStepper } from './PageStepper.tsx'
import type { PaneProps } from './pane-props.ts'
import { TextView } from './TextView.tsx'
import type { TextSource } from './text-source.ts'
import { useHits } from './use-hits.ts'
import type { Marks, Target } from './use-marks.ts'
import styles from './viewer.module.css'

/** A passage that is marked in the document, with its number in the margin. */
export interface MarkedPlace extends DocumentPlace {
  /** what the caller knows it by */
  key: string
  /** in the margin: "1" */
  label: string
}

export interface DocumentViewerProps {
  /** Give the viewer its id as `key`: another document is another viewer. */
  document: StoredDocument
  /** offsets in the text that the server extracted */
  places?: readonly MarkedPlace[]
  /** The key of the place that is scrolled to and marked stronger; null for none. */
  current?: string | null
  /** The number of a place in the margin was pressed. Left out, the numbers are no buttons. */
  onPlace?: (key: string) => void
  /** where it opens, from 1 */
  page?: number
  /** called with the page that is read, after every move */
  onPage?: (page: number) => void
  /** words that are found and marked from the start */
  find?: string
  /** Buttons at the end of the bar. */
  tools?: ReactNode
}

const NONE: readonly MarkedPlace[] = []

/** The search: what is typed, what is found, and which hit is looked at. */
function useFind(source: TextSource | null, first: string, page: number, go: (target: Target) => void) {
  const [words, setWords] = useState(first)
  const hits = useHits(source, words)
  const [index, setIndex] = useState(-1)
  const { list } = hits
  const [known, setKnown] = useState(hits.words)
  if (known !== hits.words) {
    setKnown(hits.words)
    setIndex(-1)
  }
  // The first hit from the page that is read on; none behind it yet: the next step of the search may bring one.
  const wanted = useRef(page)
  useEffect(() => {
    wanted.current = page
  }, [page])
  useEffect(() => {
    if (index >= 0 || list.length === 0) return
    const at = list.findIndex((hit) => hit.page >= wanted.current)
    if (at < 0 && hits.isSearching) return
    setIndex(Math.max(at, 0))
    go(list[Math.max(at, 0)]!)
  }, [index, list, hits.isSearching, go])
  const step = (by: 1 | -1) => {
    if (list.length === 0) return
    const next = (index + by + list.length) % list.length
    setIndex(next)
    go(list[next]!)
  }
  return { words, setWords, hits, index, step, hit: list[index] ?? null }
}

/** Ctrl+F goes to the search of the document instead of the browser's, which knows only the pages that are drawn. */
function useFindKey(viewer: RefObject<HTMLElement | null>, field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    // In a dialog anywhere in it, beside something else only here.
    const place = viewer.current?.closest('[role=dialog]') ?? viewer.current
    const pressed = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || !(event.ctrlKey || event.metaKey) || event.altKey) return
      if (event.key.toLowerCase() !== 'f') return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    place?.addEventListener('keydown', pressed)
    return () => place?.removeEventListener('keydown', pressed)
  }, [viewer, field])
}

/** A stored document to read: its pages, search and, where they are given, marked passages. */
export function DocumentViewer({
  document,
  places = NONE,
  current = null,
  onPlace,
  page: firstPage = 1,
  onPage,
  find: firstWords = '',
  tools,
}: DocumentViewerProps) {
  const field = useRef<HTMLInputElement>(null)
  const [source, setSource] = useState<TextSource | null>(null)
  const [page, setPage] = useState(firstPage)
  const [target, go] = useState<Target>({ page: firstPage })
  const find = useFind(source, firstWords, page, go)
  const moved = useCallback(
    (to: number) => {
      setPage(to)
      onPage?.(to)
    },
    [onPage],
  )
  const place = places.find(({ key }) => key === current)
  // By its values: the caller may make its list anew each time it is drawn.
  const spot = place ? `${place.key} ${place.page} ${place.start} ${place.end}` : ''
  const [seen, setSeen] = useState('')
  if (spot !== seen) {
    setSeen(spot)
    if (place) go(place)
  }
  const marks = useMemo<Marks>(
    () => ({ hits: find.hits.list, currentHit: find.hit, places, currentPlace: current }),
    [find.hits.list, find.hit, places, current],
  )
  const pane: PaneProps = { marks, target, onPage: moved, onPlace }
  const viewer = useRef<HTMLDivElement>(null)
  useFindKey(viewer, field)
  return (
    <div className={styles.viewer} ref={viewer}>
      <div className={styles.bar}>
        {source && source.pageCount > 1 && (
          <PageStepper page={page} pageCount={source.pageCount} onGo={(to) => go({ page: to })} />
        )}
        <span className="grow" />
        <FindField {...find} field={field} onWords={find.setWords} onStep={find.step} />
        {tools}
      </div>
      <TextView document={document} onSource={setSource} {...pane} />
    </div>
  )
}
