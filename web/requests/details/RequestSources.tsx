import { useQuery } from '@tanstack/react-query'
import { sourcesOptions } from '../common/api.ts'
import { useOpenDocument } from '../../documents/common/use-open-document.ts'
import styles from './details.module.css'
import { say } from '../../../shared/texts/say.ts'
import { sayNodes } from '../../ui/say-nodes.ts'

/** Longer passages are cut off; the document has the rest. */
const MAX_LENGTH = 240
/** This much of a passage is enough to find it in the document. */
const MAX_FIND = 150

/** The passages in documents that the request was created from; each opens its document there. */
export function RequestSources({ requestId }: { requestId: string }) {
  const { data } = useQuery(sourcesOptions(requestId))
  const { open } = useOpenDocument()
  if (!data || data.sources.length === 0) return null
  return (
    <ul className={styles.sources} aria-label={say('Where this request comes from')}>
      {data.sources.map(({ documentId, documentName, place, passage }) => (
        <li key={documentId}>
          <span className="muted">
            {sayNodes('From page {page} of {document}:', { page: place.page, document: <bdi>{documentName}</bdi> })}
          </span>{' '}
          <button
            type="button"
            className="link-button"
            onClick={() => open(documentId, { page: place.page, find: wordsOf(passage) })}
          >
            “<bdi>{passage.length > MAX_LENGTH ? `${passage.slice(0, MAX_LENGTH).trimEnd()} …` : passage}</bdi>”
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The beginning of a passage in whole words, for the document's search. */
function wordsOf(passage: string): string {
  const words = passage.replace(/\s+/g, ' ').trim()
  return words.length <= MAX_FIND ? words : words.slice(0, words.lastIndexOf(' ', MAX_FIND))
}
