import type { AssistantQuery } from '../../../shared/assistant/query.ts'
import { isOpen } from '../../../shared/requests.ts'
import type { Figures } from '../figures/figures.ts'

/** What a request was at another time is kept of these alone: who had it and whether it was late is not. */
const KEPT: ReadonlySet<string> = new Set(['status', 'priority', 'department', 'type', 'requester', 'search'])

interface Time {
  from: string
  to: string
}

/**
 * How many were open when each time ended, reckoned back from what is open now: less what has come in since, and what has been
 * completed, rejected or cancelled since.
 * @param times follow one another up to today
 * @returns null where the question is not of everything open, or narrowed by what is only known of today.
 */
export async function openAtEnds(
  { filter }: AssistantQuery,
  figures: Figures,
  times: readonly Time[],
): Promise<number[] | null> {
  const { status = [], createdFrom: _from, createdTo: _to, ...rest } = filter
  const isOfAllOpen = status.length === 2 && status.every(isOpen)
  if (!isOfAllOpen || !Object.keys(rest).every((key) => KEPT.has(key))) return null
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
