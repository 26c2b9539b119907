import { Link } from 'react-router'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { lazyPanel } from '../../errors/lazy-panel.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { AiLabel } from '../../vocabulary/badges.tsx'
import { useOpenRequest } from '../../vocabulary/use-open-request.ts'
import styles from './ai-label-link.module.css'

export const SuggestionSummary = lazyPanel(() => import('../../suggestions/SuggestionSummary.tsx'), {
  waiting: 'Reading the suggestion',
  missing: () => 'The suggestion could not be loaded',
})

/** The label in a row: says the suggestion while it is pointed at or has the focus, and leads to its grounds. */
export function AiLabelLink({ request, describedBy }: { request: ServiceRequest; describedBy: string }) {
  const { link } = useOpenRequest()
  if (!request.classifiedAt) return <AiLabel request={request} />
  return (
    <Tooltip label={<SuggestionSummary requestId={request.id} />}>
      <Link {...link(request.id, 'ai')} className={styles.link} aria-describedby={describedBy}>
        <AiLabel request={request} />
      </Link>
    </Tooltip>
  )
}
