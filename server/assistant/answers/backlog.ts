import type { AssistantQuery } from '../../../shared/assistant/query.ts'
import { isOpen } from '../../../shared/requests.ts'
import type { Figures } from '../figures/figures.ts'

/** Filters that can be applied in the past: earlier assignees and overdue states are not stored. */
const HISTORICAL_FILTERS: ReadonlySet<string> = new Set([
  'status',
  'priority',
  'department',
  'type',
  'requester',
  'search',
])

interface Time {
  from: string
  to: string
}

/**
 * The number of open requests at the end of each period, computed backwards from the present number: minus those created
 * since, plus those completed, rejected or cancelled since.
 * @param times consecutive periods up to today
 * @returns null where the question is not about all open requests, or has filters that are known for today only
 */
export async function openAtEnds(
  { filter }: AssistantQuery,
  figures: Figures,
  times: readonly Time[],
): Promise<number[] | null> {
  const { status = [], createdFrom: _from, createdTo: _to, ...rest } = filter
  const isOfAllOpen = status.length === 2 && status.every(isOpen)
  if (!isOfAllOpen || !Object.keys(rest).every((key) => HISTORICAL_FILTERS.has(key))) return null
  const [now, came, completed, closed] = await Promise.all([
    figures.count({ ...rest, status }),
    figures.series(rest, 'created', times),
    figures.series({ ...rest, status: ['completed'] }, 'completed', times),
    figures.series({ ...rest, status: ['rejected', 'cancelled'] }, 'closed', times),
  ])
  let open = now
  const atEnds = times.map((_, i) => {
    const at = times.length - 1 - i
    const atEnd = open
    open += completed[at]!.count + closed[at]!.count - came[at]!.count
    return atEnd
  })
  return atEnds.reverse()
}
