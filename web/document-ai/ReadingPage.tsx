import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import type { ReadingDetails } from '../../shared/document-ai.ts'
import { say } from '../../shared/texts/say.ts'
import { documentOptions } from '../documents/preview/api.ts'
import { DownloadDocument } from '../documents/preview/DownloadDocument.tsx'
import { isNotFound } from '../ui/errors/not-found.ts'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { PRODUCT } from '../app/pages/pages.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { PHONE, useMedia } from '../ui/media.ts'
import { useActor } from '../people/common/use-actor.ts'
import { isUnderWay, readingOptions } from './api.ts'
import { ReadingView } from './ReadingView.tsx'
import { CreateAll } from './CreateAll.tsx'
import { DeleteReading } from './DeleteReading.tsx'
import { DOCUMENT_AI } from './paths.ts'
import { useDecisions } from './use-decisions.ts'
import { lineOf } from './words.ts'
import styles from './document-ai.module.css'

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

function Loaded({ reading }: { reading: ReadingDetails }) {
  const document = useQuery(documentOptions(reading.document.id))
  const decisions = useDecisions(reading.id)
  const mayCreate = useActor().permissions.has('requests.create')
  // On a phone the band has the title of the page, and no space for a name.
  const isPhone = useMedia(PHONE)
  const open = reading.proposals.filter(({ state }) => state === 'open')
  return (
    <>
      <title>{`${reading.document.name} – ${say(PRODUCT)}`}</title>
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
            {document.data && <DownloadDocument document={document.data} size="medium" />}
            <DeleteReading reading={reading} />
            {mayCreate && <CreateAll open={open} decisions={decisions} />}
          </>
        }
      />
      <p className="visually-hidden" role="status">
        {isUnderWay(reading.state) ? 'The document is being read' : ''}
      </p>
      <ReadingView reading={reading} decisions={decisions} />
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
