import { BookOpen, FileText, Info, Printer } from 'lucide-react'
import { useCallback, useMemo, useRef, useState, type RefObject } from 'react'
import type { StoredDocument } from '../../../shared/documents.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Note } from '../../ui/Note.tsx'
import { DrawnView, usePdfThreads } from './DrawnView.tsx'
import { hasNativePreview } from './native-preview.ts'
import { FindField } from './FindField.tsx'
import { PageStepper } from './PageStepper.tsx'
import { usePrinting, type Print } from './Printing.tsx'
import { TextView } from './TextView.tsx'
import type { TextSource } from './text-source.ts'
import { useFind } from './use-find.ts'
import { type MarkedPlace, useShownPlaces } from './use-shown-places.ts'
import { useViewerKeys } from './use-viewer-keys.ts'
import { ZoomTools } from './ZoomTools.tsx'
import type { Zoom } from './zoom.ts'
import { useCurrentPlace } from './use-current-place.ts'
import type { Marks } from './use-marks.ts'
import type { Target } from './use-scroll-to.ts'
import styles from './viewer.module.css'

export interface DocumentViewerProps {
  /** Pass its id as `key`: another document needs a new viewer. */
  document: StoredDocument
  /** offsets in the text that the server extracted */
  places?: readonly MarkedPlace[]
  /** Key of the place that is scrolled to and marked more strongly; null for none. */
  current?: string | null
  /** Called when a number in the margin is pressed. */
  onPlace?: (key: string) => void
  /** initial page, from 1 */
  page?: number
  /** called with the page being read, after every move */
  onPage?: (page: number) => void
  /** initial search words */
  find?: string
  /** Element with the focus until the document has rendered and takes it, so that keys scroll the document. */
  focusFrom?: RefObject<HTMLElement | null>
}

const NONE: readonly MarkedPlace[] = []

type View = 'pdf' | 'picture' | 'text'

function viewOf({ type }: StoredDocument): View {
  if (type === 'pdf') return 'pdf'
  return hasNativePreview(type) ? 'picture' : 'text'
}

/** Zoom and print functions that a view offers to the bar. */
function useViewTools() {
  const [zoom, setZoom] = useState<Zoom>('width')
  const [scale, setScale] = useState(1)
  const [print, setPrint] = useState<Print | null>(null)
  // The setter would call a function passed directly.
  const onPrint = useCallback((next: Print | null) => setPrint(() => next), [])
  return { zoom, setZoom, scale, setScale, print, onPrint }
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
  focusFrom,
}: DocumentViewerProps) {
  const viewer = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [source, setSource] = useState<TextSource | null>(null)
  const [page, setPage] = useState(firstPage)
  const [target, go] = useState<Target>({ page: firstPage })
  const [isText, setText] = useState(false)
  const natural = viewOf(document)
  const view: View = isText ? 'text' : natural
  const { zoom, setZoom, scale, setScale, print, onPrint } = useViewTools()
  const find = useFind(source, firstWords, page, go)
  const shownPlaces = useShownPlaces(document.id, places, source, view === 'text')
  const moved = useCallback(
    (to: number) => {
      setPage(to)
      onPage?.(to)
    },
    [onPage],
  )
  const pageCount = source?.pageCount ?? 1
  const printing = usePrinting(view === 'text' ? null : print, pageCount)
  const startPrinting = () => (view === 'text' ? window.print() : printing.start())
  const canPrint = view === 'text' ? (source?.pageCount ?? 0) > 0 : print !== null
  const threads = usePdfThreads(view === 'pdf')
  useViewerKeys(viewer, { find: field, print: startPrinting })

  useCurrentPlace(current, places, shownPlaces, go)
  const marks = useMemo<Marks>(
    () => ({ hits: find.hits.list, currentHit: find.hit, places: shownPlaces, currentPlace: current }),
    [find.hits.list, find.hit, shownPlaces, current],
  )
  const showAs = (text: boolean) => {
    printing.cancel()
    setText(text)
    setSource(null)
    go({ page })
  }
  const pane = { marks, target, onPage: moved, onPlace, focusFrom }
  const zooming = { zoom, onZoom: setZoom, onScale: setScale }
  return (
    <div className={styles.viewer} ref={viewer}>
      <div className={styles.bar}>
        {source && pageCount > 1 && <PageStepper page={page} pageCount={pageCount} onGo={(to) => go({ page: to })} />}
        {view !== 'text' && print && <ZoomTools zoom={zoom} scale={scale} onZoom={setZoom} />}
        <span className="grow" />
        {source && pageCount > 0 && <FindField {...find} field={field} onWords={find.setWords} onStep={find.step} />}
        {natural === 'pdf' && <ViewSwitch isText={isText} onSwitch={() => showAs(!isText)} />}
        {canPrint && (
          <IconButton size="small" label="Print" icon={Printer} className="no-touch" onClick={startPrinting} />
        )}
      </div>
      <ReaderNote document={document} isText={view === 'text'} />
      {printing.shown}
      {view === 'text' ? (
        <TextView document={document} onSource={setSource} {...pane} />
      ) : (
        <DrawnView
          {...pane}
          {...zooming}
          document={document}
          isPdf={view === 'pdf'}
          threads={threads}
          onSource={setSource}
          onPrint={onPrint}
          onShowText={() => showAs(true)}
        />
      )}
    </div>
  )
}

/** What the reader of its text says about a document, such as pages left out. Without a text, the view of the text says it. */
function ReaderNote({ document: { text }, isText }: { document: StoredDocument; isText: boolean }) {
  if (text.note === null || text.state === 'waiting' || (isText && text.state !== 'ready')) return null
  return (
    <Note className={styles.readerNote} tone="blue" icon={Info}>
      {text.note}
    </Note>
  )
}

/** Switch between the pages of a PDF and its text. */
function ViewSwitch({ isText, onSwitch }: { isText: boolean; onSwitch: () => void }) {
  return (
    <IconButton
      size="small"
      label={isText ? 'Show as pages' : 'Show as text'}
      icon={isText ? BookOpen : FileText}
      onClick={onSwitch}
    />
  )
}
