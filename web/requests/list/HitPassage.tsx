import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import type { ListedRequest, Passage } from '../../../shared/requests.ts'
import { setDocument, useOpenDocument } from '../../vocabulary/use-open-document.ts'
import { Marked } from './Marked.tsx'
import styles from './list-rows.module.css'

const SOURCES: Record<Passage['source'], string> = {
  description: 'In the description:',
  comment: 'In a comment:',
  requester: 'Requested by',
  document: 'In',
}

interface Props {
  request: ListedRequest
  search: string
}

/** Why a request was found, where its title and number do not say. */
export function HitPassage({ request, search }: Props) {
  const { passage } = request
  if (!passage || search.trim() === '') return null
  return (
    <span className={styles.passage}>
      <span className={styles.source}>
        {SOURCES[passage.source]}
        {passage.document && <DocumentLink requestId={request.id} document={passage.document} search={search} />}
      </span>{' '}
      <bdi>
        <Marked text={passage.text} search={search} />
      </bdi>
    </span>
  )
}

interface LinkProps {
  requestId: string
  document: NonNullable<Passage['document']>
  search: string
}

/** Opens the document at the page of the hit; as a real link it also opens in a new tab, over its request. */
function DocumentLink({ requestId, document: { id, name, page, pages }, search }: LinkProps) {
  const { open } = useOpenDocument()
  const spot = { page, find: search.trim() }
  const params = new URLSearchParams()
  setDocument(params, id, spot)
  const openHere = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open(id, spot)
  }
  return (
    <>
      {' '}
      <Link
        to={{ pathname: `/requests/${encodeURIComponent(requestId)}`, search: params.toString() }}
        onClick={openHere}
      >
        <bdi>{name}</bdi>
        {pages !== null && `, page ${page}`}
      </Link>
      :
    </>
  )
}
