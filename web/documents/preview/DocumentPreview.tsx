import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { DOCUMENT_TYPES } from '../../../shared/document-types.ts'
import type { StoredDocument } from '../../../shared/documents.ts'
import { fullName } from '../../../shared/people.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { fullInstant } from '../../ui/formats/dates.ts'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useOpenDocument, type DocumentSpot } from '../common/use-open-document.ts'
import { requestDocumentsOptions } from '../common/documents-api.ts'
import { documentOptions } from './api.ts'
import { DocumentGone, isDocumentGone } from './DocumentGone.tsx'
import { DocumentViewer } from './DocumentViewer.tsx'
import { DownloadDocument } from './DownloadDocument.tsx'
import { sizeInWords } from '../../ui/formats/sizes.ts'
import styles from './preview.module.css'

const WIDTH = 1120
/** Delay, so that the URL follows the pages being read, not those scrolled past. */
const SETTLED_MS = 400

function lineOf({ type, size, uploadedBy, uploadedAt }: StoredDocument): string {
  const by = uploadedBy ? ` by ${fullName(uploadedBy)}` : ''
  return `${DOCUMENT_TYPES[type].label}, ${sizeInWords(size)} · uploaded${by} on ${fullInstant(uploadedAt)}`
}

function Siblings({ document, onStep }: { document: StoredDocument; onStep: (id: string) => void }) {
  const { data } = useQuery({
    ...requestDocumentsOptions(document.requestId ?? ''),
    enabled: document.requestId !== null,
  })
  const box = useRef<HTMLSpanElement>(null)
  const keepFocus = useFocusFallback(box, 'button:enabled', document.id)
  const all = data?.documents.filter(({ deletedAt }) => deletedAt === null) ?? []
  const index = all.findIndex(({ id }) => id === document.id)
  if (index < 0 || all.length < 2) return null
  const go = (by: 1 | -1) => {
    keepFocus()
    onStep(all[index + by]!.id)
  }
  return (
    <span ref={box} className={styles.siblings}>
      <IconButton
        size="small"
        label="Previous document"
        icon={ChevronLeft}
        disabled={index === 0}
        onClick={() => go(-1)}
      />
      <span className={styles.place}>
        {index + 1} of {all.length}
      </span>
      <IconButton
        size="small"
        label="Next document"
        icon={ChevronRight}
        disabled={index === all.length - 1}
        onClick={() => go(1)}
      />
    </span>
  )
}

interface OpenedProps extends DocumentSpot {
  document: StoredDocument
  focusFrom: RefObject<HTMLElement | null>
}

/** The viewer; the URL follows the page being read. */
function Opened({ document, page = 1, find, focusFrom }: OpenedProps) {
  const { turn } = useOpenDocument()
  const [read, setRead] = useState(page)
  useEffect(() => {
    if (read === page) return
    const timer = setTimeout(() => turn(document.id, { page: read, find }), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [read, page, find, turn, document.id])
  return <DocumentViewer document={document} page={page} find={find} onPage={setRead} focusFrom={focusFrom} />
}

function Missing({ query }: { query: { error: unknown; isFetching: boolean; refetch: () => unknown } }) {
  if (isDocumentGone(query.error)) return <DocumentGone />
  return <ReadError title="The document could not be loaded" query={query} />
}

/** Dialog with the pages of a document, the next and previous one of its request, download and print. */
export function DocumentPreview({ id, page, find }: DocumentSpot & { id: string }) {
  const { step, close } = useOpenDocument()
  const query = useQuery(documentOptions(id))
  const heading = useRef<HTMLSpanElement>(null)
  const document = isDocumentGone(query.error) || query.data?.deletedAt ? undefined : query.data
  return (
    <Dialog
      open
      onOpenChange={close}
      width={WIDTH}
      initialFocus={heading}
      title={
        <span ref={heading} tabIndex={-1}>
          <bdi>{document?.name ?? 'Document'}</bdi>
        </span>
      }
      actions={
        document && (
          <>
            <Siblings document={document} onStep={step} />
            <DownloadDocument document={document} isIcon />
          </>
        )
      }
      under={document && <p className={styles.line}>{lineOf(document)}</p>}
    >
      {document ? (
        <Opened key={id} document={document} page={page} find={find} focusFrom={heading} />
      ) : (
        <DialogBody>
          {query.isPending ? (
            <Loading label="Loading the document">
              <Skeleton height={320} />
            </Loading>
          ) : (
            <Missing query={query} />
          )}
        </DialogBody>
      )}
    </Dialog>
  )
}
