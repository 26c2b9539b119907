import type { ListedRequest, Passage } from '../../../shared/request-list.ts'
import { texts } from '../../../shared/texts/say.ts'
import { DocumentLink } from '../../documents/common/DocumentLink.tsx'
import { sayNodes } from '../../ui/say-nodes.ts'
import { Marked } from './Marked.tsx'
import styles from './list-rows.module.css'

const SOURCES: Record<Exclude<Passage['source'], 'document'>, string> = texts({
  description: 'In the description:',
  comment: 'In a comment:',
  requester: 'Requested by',
  'document-name': 'In the name of a document:',
})

interface Props {
  request: ListedRequest
  search: string
}

/** The page of a document that a passage is from. */
function Place({ request, search }: Props) {
  const document = request.passage?.document
  if (!document) return null
  const name = <bdi>{document.name}</bdi>
  return (
    <DocumentLink id={document.id} requestId={request.id} spot={{ page: document.page, find: search.trim() }}>
      {document.pages === null ? name : sayNodes('{name}, page {page}', { name, page: document.page })}
    </DocumentLink>
  )
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
        {passage.source === 'document'
          ? sayNodes('In {document}:', { document: <Place request={request} search={search} /> })
          : SOURCES[passage.source]}
      </span>{' '}
      <bdi>
        <Marked text={passage.text} search={search} />
      </bdi>
    </span>
  )
}
