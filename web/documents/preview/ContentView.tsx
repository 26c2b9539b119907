import type { ReactNode } from 'react'
import type { StoredDocument } from '../../../shared/documents.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { DocumentGone, isDocumentGone } from './DocumentGone.tsx'
import { sizeInWords } from '../../ui/formats/sizes.ts'
import { useContent } from './use-content.ts'
import styles from './viewer.module.css'

interface ContentViewProps {
  document: StoredDocument
  children: (content: Blob) => ReactNode
}

/** Fetches a file and passes it on; shows the progress, and the reason of a failure. */
export function ContentView({ document, children }: ContentViewProps) {
  const { query, received } = useContent(document.id)
  if (query.data) return children(query.data)
  return (
    <div className={styles.beside}>
      {isDocumentGone(query.error) ? (
        <DocumentGone />
      ) : query.isError ? (
        <ReadError title="The document could not be loaded" query={query} />
      ) : (
        <div className="after-200" role="status">
          <p className={styles.loading}>
            Loading {sizeInWords(received)} of {sizeInWords(document.size)}
          </p>
          <Progress value={received} max={document.size} label="Loading the document" />
        </div>
      )}
    </div>
  )
}
