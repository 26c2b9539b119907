import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import type { ReadingDetails } from '../../shared/document-ai.ts'
import type { DocumentPlace } from '../../shared/documents.ts'
import { documentOptions } from '../documents/preview/api.ts'
import { DocumentViewer, type MarkedPlace } from '../documents/preview/DocumentViewer.tsx'
import { DownloadDocument } from '../documents/preview/DownloadDocument.tsx'
import { isNotFound } from '../errors/not-found.ts'
import { ReadError } from '../errors/ReadError.tsx'
import { PRODUCT } from '../pages/pages.ts'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { PHONE, useMedia } from '../ui/media.ts'
import { useActor } from '../vocabulary/use-actor.ts'
import { isUnderWay, readingOptions } from './api.ts'
import { CreateAll } from './CreateAll.tsx'
import { DeleteReading } from './DeleteReading.tsx'
import { Findings, Orders } from './Findings.tsx'
import { DOCUMENT_AI } from './paths.ts'
import { ProposalList } from './ProposalList.tsx'
import { ReadingState } from './ReadingState.tsx'
import { type Decisions, useDecisions } from './use-decisions.ts'
import { lineOf } from './words.ts'
import styles from './document-ai.module.css'

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

function Breadcrumb() {
  return (
    <nav aria-label="Breadcrumb" className={styles.breadcrumb}>
      <ol>
        <li>
          <Link to="/dashboard">Dashboard</Link>
        </li>
        <li>
          <Link to={DOCUMENT_AI}>Document AI</Link>
        </li>
      </ol>
    </nav>
  )
}

/** The document at the left with its passages marked, the proposals at the right. */
function Body({ reading, decisions }: { reading: ReadingDetails; decisions: Decisions }) {
  const document = useQuery(documentOptions(reading.document.id))
  const selection = useSelection(reading)
  const isNarrow = useMedia(ONE_AT_A_TIME)
  const [view, setView] = useState<View>('proposals')
  const show = (place: DocumentPlace) => {
    selection.show(place)
    setView('document')
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
      {isNarrow && <SegmentedControl label="What is shown" value={view} options={VIEWS} onChange={setView} />}
      <div className={styles.columns}>
        {shows('document') && (
          <div className={classes('card', styles.document)}>
            {document.data ? (
              <DocumentViewer
                key={reading.document.id}
                document={document.data}
                places={selection.places}
                current={selection.current}
                onPlace={onPlace}
              />
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
        )}
        {shows('proposals') && (
          <div className={styles.side}>
            {isReady ? (
              <>
                <Orders reading={reading} onShow={show} />
                <ProposalList
                  reading={reading}
                  decisions={decisions}
                  current={selection.current}
                  onSelect={selection.select}
                  onShow={(id) => {
                    selection.select(id)
                    setView('document')
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

function Loaded({ reading }: { reading: ReadingDetails }) {
  const document = useQuery(documentOptions(reading.document.id))
  const decisions = useDecisions(reading.id)
  const mayCreate = useActor().permissions.has('requests.create')
  // On a phone the band has the title of the page, and no space for a name.
  const isPhone = useMedia(PHONE)
  const open = reading.proposals.filter(({ state }) => state === 'open')
  return (
    <>
      <title>{`${reading.document.name} – ${PRODUCT}`}</title>
      <PageHead
        title={reading.document.name}
        line={
          <>
            {isPhone && (
              <b className={styles.name}>
                <bdi>{reading.document.name}</bdi>
              </b>
            )}
            {lineOf(reading)}
          </>
        }
        actions={
          <>
            {document.data && <DownloadDocument document={document.data} />}
            <DeleteReading reading={reading} />
            {mayCreate && <CreateAll open={open} decisions={decisions} />}
          </>
        }
      />
      <p className="visually-hidden" role="status">
        {isUnderWay(reading.state) ? 'The document is being read' : ''}
      </p>
      <Body reading={reading} decisions={decisions} />
    </>
  )
}

function Gone(): ReactNode {
  return (
    <EmptyState
      title="This document does not exist"
      actions={
        <Link to={DOCUMENT_AI} className={buttonClass()}>
          All documents
        </Link>
      }
    >
      Somebody deleted it, or it belongs to a request that you may not see.
    </EmptyState>
  )
}

/** The page of one document that was read. */
export default function ReadingPage() {
  const { id = '' } = useParams()
  const reading = useQuery(readingOptions(id))
  return (
    <>
      <Breadcrumb />
      {reading.data && !isNotFound(reading) ? (
        <Loaded key={id} reading={reading.data} />
      ) : (
        <>
          <PageHead title="Document AI" />
          <section className="card padded">
            {isNotFound(reading) ? (
              <Gone />
            ) : reading.isError ? (
              <ReadError title="The document could not be loaded" query={reading} />
            ) : (
              <Loading label="Loading the document">
                <Skeleton height={320} />
              </Loading>
            )}
          </section>
        </>
      )}
    </>
  )
}
