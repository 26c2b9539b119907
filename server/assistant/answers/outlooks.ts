import { dateIn } from '../../../shared/dates.ts'
import { outlookInWords } from '../../../shared/outlook-words.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import type { Actor } from '../../actor.ts'
import { AppError, type ErrorCode } from '../../errors.ts'
import { getOutlook } from '../../outlook/service.ts'
import { listRequests } from '../../requests/list/service.ts'
import type { Deps } from '../deps.ts'

/** So many of the own open requests are offered. */
const MOST_OFFERED = 5

const NOT_READY: ReadonlySet<ErrorCode> = new Set(['history-loading', 'unavailable'])

/** Where an open request stands and when it is likely finished; null while the history is being read. */
export async function outlookOf(
  { deps, actor }: { deps: Deps; actor: Actor },
  { id }: ServiceRequest,
): Promise<{ text: string; hasDate: boolean } | null> {
  const outlook = await getOutlook(deps, actor, id).catch((error: unknown) => {
    if (error instanceof AppError && NOT_READY.has(error.code)) return null
    throw error
  })
  if (outlook?.kind !== 'open') return null
  const { timeZone } = await deps.settings.policy()
  return { text: outlookInWords(outlook, dateIn(timeZone, deps.clock())), hasDate: outlook.finish !== null }
}

/** The own open requests that may be meant by "my request", those due first at the top. */
export async function ownOpen({ deps, actor }: { deps: Deps; actor: Actor }) {
  return listRequests(deps, actor, {
    requester: 'me',
    status: ['pending', 'in_progress'],
    sort: 'dueDate',
    order: 'asc',
    limit: MOST_OFFERED,
  })
}
