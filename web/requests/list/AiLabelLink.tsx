import { Link } from 'react-router'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { say } from '../../../shared/texts/say.ts'
import { lazyPanel } from '../../ui/errors/lazy-panel.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { AiLabel } from '../common/badges.tsx'
import { useOpenRequest } from '../common/use-open-request.ts'
import styles from './ai-label-link.module.css'

export const SuggestionSummary = lazyPanel(() => import('../../ai/suggestions/SuggestionSummary.tsx'), {
  waiting: <Reading />,
  missing: () => say('The suggestion could not be loaded'),
})

function Reading() {
  return say('Reading the suggestion')
}

/** The label in a row: shows the suggestion on hover or focus, and links to its explanation. */
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
