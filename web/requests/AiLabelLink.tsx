import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import type { ServiceRequest } from '../../shared/requests.ts'
import { part } from '../errors/part.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { AiLabel } from './badges.tsx'
import { useOpenRequest } from './use-open-request.ts'

const SuggestionSummary = part(() => import('../ai/SuggestionSummary.tsx'), {
  waiting: 'Reading the suggestion',
  missing: () => 'The suggestion could not be read',
})

/** The label in a row: says the suggestion while it is pointed at or has the focus, and leads to its grounds. */
export function AiLabelLink({ request, describedBy }: { request: ServiceRequest; describedBy: string }) {
  const { open } = useOpenRequest()
  if (!request.classifiedAt) return <AiLabel request={request} />
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open(request.id, 'ai')
  }
  return (
    <Tooltip label={<SuggestionSummary requestId={request.id} />}>
      <Link className="ai-link" to={`/requests/${request.id}?tab=ai`} onClick={onClick} aria-describedby={describedBy}>
        <AiLabel request={request} />
      </Link>
    </Tooltip>
  )
}
