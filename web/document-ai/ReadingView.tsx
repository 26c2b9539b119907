import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ReadingDetails } from '../../shared/document-ai.ts'
import type { DocumentPlace } from '../../shared/documents.ts'
import { documentOptions } from '../documents/preview/api.ts'
import { DocumentViewer, type DocumentViewerProps } from '../documents/preview/DocumentViewer.tsx'
import type { MarkedPlace } from '../documents/preview/use-shown-places.ts'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { classes } from '../ui/classes.ts'
import { useFocusFallback } from '../ui/focus-fallback.ts'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { useMedia } from '../ui/media.ts'
import styles from './document-ai.module.css'
import { Findings, PromptInjections } from './Findings.tsx'
import { ProposalList } from './ProposalList.tsx'
import { ReadingState } from './ReadingState.tsx'
import type { Decisions } from './use-decisions.ts'

/** Below this width document and proposals are two views. */
const ONE_AT_A_TIME = '(max-width: 899.9px)'
const VIEWS = [
  { value: 'proposals', label: 'Proposals' },
  { value: 'document', label: 'Document' },
] as const
type View = (typeof VIEWS)[number]['value']

/** Key of the selection in the text when it is a finding instead of a proposal. */
const OTHER = 'other'

function useSelection(reading: ReadingDetails) {
  const [current, setCurrent] = useState<string | null>(null)
  const [other, setOther] = useState<DocumentPlace | null>(null)
  const proposals = reading.proposals.map(({ id, position, place }): MarkedPlace => ({
    key: id,
    label: String(position),
    ...place,
  }))
  const orders = reading.orders.map(({ place }, i): MarkedPlace => ({ key: `order ${i}`, label: '!', ...place }))
  const shown = other ? [{ key: OTHER, label: '→', ...other }] : []
  return {
    current,
    places: [...proposals, ...orders, ...shown],
    select: (id: string) => {
      setCurrent(id)
      setOther(null)
    },
    show: (place: DocumentPlace) => {
      setOther(place)
      setCurrent(OTHER)
    },
  }
}

interface DocumentPaneProps extends Pick<DocumentViewerProps, 'places' | 'current' | 'onPlace'> {
  id: string
}

function DocumentPane({ id, ...marked }: DocumentPaneProps) {
  const document = useQuery(documentOptions(id))
  return (
    <div className={classes('card', styles.document)}>
      {document.data ? (
        <DocumentViewer key={id} document={document.data} {...marked} />
      ) : document.isError ? (
        <div className="padded">
          <ReadError title="The document could not be loaded" query={document} />
        </div>
      ) : (
        <div className="padded">
          <Loading label="Loading the document">
            <Skeleton height={320} />
          </Loading>
        </div>
      )}
    </div>
  )
}

/** The document at the left with its passages marked, the proposals at the right. */
export function ReadingView({ reading, decisions }: { reading: ReadingDetails; decisions: Decisions }) {
  const selection = useSelection(reading)
  const isNarrow = useMedia(ONE_AT_A_TIME)
  const [view, setView] = useState<View>('proposals')
  const switcher = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusFallback(switcher, '[aria-pressed=true]', view)
  const showDocument = () => {
    // Where it is another view, what was pressed is removed.
    keepFocus()
    setView('document')
  }
  const show = (place: DocumentPlace) => {
    selection.show(place)
    showDocument()
  }
  const onPlace = (key: string) => {
    if (!reading.proposals.some(({ id }) => id === key)) return
    selection.select(key)
    setView('proposals')
    // The other view has to render first.
    requestAnimationFrame(() => {
      const card = window.document.querySelector<HTMLElement>(`[data-proposal="${CSS.escape(key)}"]`)
      card?.scrollIntoView({ block: 'nearest' })
      card?.querySelector<HTMLElement>('[data-act]')?.focus({ preventScroll: true })
    })
  }
  const isReady = reading.state === 'ready'
  const shows = (one: View) => !isNarrow || view === one
  return (
    <>
      {isNarrow && (
        <div ref={switcher}>
          <SegmentedControl label="What is shown" value={view} options={VIEWS} onChange={setView} />
        </div>
      )}
      <div className={styles.columns}>
        {shows('document') && (
          <DocumentPane
            id={reading.document.id}
            places={selection.places}
            current={selection.current}
            onPlace={onPlace}
          />
        )}
        {shows('proposals') && (
          <div className={styles.side}>
            {isReady ? (
              <>
                <PromptInjections reading={reading} onShow={show} />
                <ProposalList
                  reading={reading}
                  decisions={decisions}
                  current={selection.current}
                  onSelect={selection.select}
                  onShow={(id) => {
                    selection.select(id)
                    showDocument()
                  }}
                />
                <Findings reading={reading} onShow={show} />
              </>
            ) : (
              <ReadingState reading={reading} />
            )}
          </div>
        )}
      </div>
    </>
  )
}
