import type { ListedRequest, Passage } from '../../../shared/requests.ts'
import { Marked } from './Marked.tsx'
import styles from './list-rows.module.css'

const SOURCES: Record<Passage['source'], string> = {
  description: 'In the description',
  comment: 'In a comment',
  requester: 'Requested by',
}

/** Why a request was found, where its title and number do not say. */
export function HitPassage({ request, search }: { request: ListedRequest; search: string }) {
  const { passage } = request
  if (!passage || search.trim() === '') return null
  return (
    <span className={styles.passage}>
      <span className={styles.source}>
        {SOURCES[passage.source]}
        {passage.source === 'requester' ? '' : ':'}
      </span>{' '}
      <bdi>
        <Marked text={passage.text} search={search} />
      </bdi>
    </span>
  )
}
