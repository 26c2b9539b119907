import type { ListedRequest, Passage } from '../../../shared/request-list.ts'
import { texts } from '../../../shared/texts/say.ts'
import { DocumentLink } from '../../documents/common/DocumentLink.tsx'
import { Marked } from './Marked.tsx'
import styles from './list-rows.module.css'

const SOURCES: Record<Passage['source'], string> = texts({
  description: 'In the description:',
  comment: 'In a comment:',
  requester: 'Requested by',
  document: 'In',
  'document-name': 'In the name of a document:',
})

interface Props {
  request: ListedRequest
  search: string
}

/** The passage in which a request was found, if its title and number do not show why. */
export function HitPassage({ request, search }: Props) {
  const { passage } = request
  if (!passage || search.trim() === '') return null
  if (passage.source === 'document-name' && passage.document) {
    return (
      <span className={styles.passage}>
        <span className={styles.source}>
          {SOURCES[passage.source]}{' '}
          <DocumentLink id={passage.document.id} requestId={request.id} spot={{}}>
            <bdi>
              <Marked text={passage.text} search={search} />
            </bdi>
          </DocumentLink>
        </span>
      </span>
    )
  }
  return (
    <span className={styles.passage}>
      <span className={styles.source}>
        {SOURCES[passage.source]}
        {passage.document && (
          <>
            {' '}
            <DocumentLink
              id={passage.document.id}
              requestId={request.id}
              spot={{ page: passage.document.page, find: search.trim() }}
            >
              <bdi>{passage.document.name}</bdi>
              {passage.document.pages !== null && `, page ${passage.document.page}`}
            </DocumentLink>
            :
          </>
        )}
      </span>{' '}
      <bdi>
        <Marked text={passage.text} search={search} />
      </bdi>
    </span>
  )
}
