import { dateIn } from '../../../shared/dates.ts'
import { outlookInWords, shortFinish } from '../../../shared/outlook-words.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import type { Actor } from '../../platform/actor.ts'
import { findOutlook } from '../../analytics/outlook/service.ts'
import { listRequests } from '../../requests/list/service.ts'
import type { Deps } from '../deps.ts'
import { OPEN_STATUSES } from '../../../shared/request-rules.ts'

/** Number of requests shown to choose from. */
export const MAX_OFFERED = 5

/** The state of an open request and its likely completion; null while the history is loading. */
export async function outlookOf(
  { deps, actor }: { deps: Deps; actor: Actor },
  { id }: ServiceRequest,
): Promise<{ text: string; finish: string; hasDate: boolean } | null> {
  const outlook = await findOutlook(deps, actor, id)
  if (outlook?.kind !== 'open') return null
  const { timeZone } = await deps.settings.policy()
  const today = dateIn(timeZone, deps.clock())
  return {
    text: outlookInWords(outlook, today),
    finish: shortFinish(outlook, today),
    hasDate: outlook.finish !== null,
  }
}

/** The asker's open requests that "my request" may mean, ordered by due date. */
export async function ownOpen({ deps, actor }: { deps: Deps; actor: Actor }, limit = MAX_OFFERED) {
  return listRequests(deps, actor, {
    requester: 'me',
    status: [...OPEN_STATUSES],
    sort: 'dueDate',
    order: 'asc',
    limit,
  })
}
