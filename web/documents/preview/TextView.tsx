import { FileX, Hourglass } from 'lucide-react'
import { useEffect } from 'react'
import type { DocumentText, StoredDocument } from '../../../shared/documents.ts'
import { DOCUMENT_TYPES } from '../../../shared/document-types.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { Note } from '../../ui/Note.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { DownloadDocument } from './DownloadDocument.tsx'
import type { PaneProps } from './pane-props.ts'
import { PrintedText } from './PrintedText.tsx'
import { TextPages } from './TextPages.tsx'
import type { TextSource } from './text-source.ts'
import { useText } from './use-text.ts'
import styles from './viewer.module.css'

interface TextViewProps extends PaneProps {
  document: StoredDocument
  onSource: (source: TextSource) => void
}

const WAITING = 'It appears here automatically, usually within a minute.'

function NoText({ document, text: { state, note } }: { document: StoredDocument; text: DocumentText }) {
  const { label } = DOCUMENT_TYPES[document.type]
  const words = {
    waiting: ['The text is still being read', note ?? WAITING],
    none: [`This ${label} has no text`, note ?? 'It may be a scan or a picture. Download it to see it.'],
    failed: [
      'The text could not be read',
      note ?? 'The file may be damaged. Download it to see it in another program.',
    ],
    ready: ['This document is empty', 'It has no words in it.'],
  }[state]
  return (
    <Note
      tone={state === 'failed' ? 'amber' : 'blue'}
      icon={state === 'waiting' ? Hourglass : FileX}
      title={words[0]}
      role="status"
      action={<DownloadDocument document={document} />}
    >
      <p>{words[1]}</p>
    </Note>
  )
}

/** A document as clean text: the view of a DOCX or DOC, and of any other format on request. */
export function TextView({ document, onSource, ...pane }: TextViewProps) {
  const { query, first, pages, source } = useText(document.id)
  useEffect(() => onSource(source), [source, onSource])
  if (!first)
    return (
      <div className={styles.beside}>
        {query.isError ? (
          <ReadError title="The text could not be loaded" query={query} />
        ) : (
          <Loading label="Loading the text">
            <Skeleton width="60%" height={20} />
            <Skeleton height={160} />
          </Loading>
        )}
      </div>
    )
  if (pages.length === 0 || first.state !== 'ready')
    return (
      <div className={styles.beside}>
        <NoText document={document} text={first} />
      </div>
    )
  return (
    <>
      <TextPages {...pane} pages={pages} isWrapped={document.type === 'pdf'}>
        {query.isError && <ReadError title="The rest of the text could not be loaded" query={query} />}
      </TextPages>
      <PrintedText title={document.name} pages={pages} isWrapped={document.type === 'pdf'} />
    </>
  )
}
