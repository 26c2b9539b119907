import type { WhatIf } from '../../../shared/analytics/forecast.ts'
import { daysBetween } from '../../../shared/dates.ts'
import { dateWords } from '../../ui/formats/dates.ts'
import { count } from '../../ui/count.ts'
import { daysWords, requestsWords } from '../words.ts'
import type { WhatIfState } from './state.ts'

export type WhatIfFigures = Extract<WhatIf, { kind: 'what-if' }>

/** "With 150% of the people, at most 10 in progress and RFD-2026-0042 first" */
export function changeWords({ people, arrivals, limit, pull }: WhatIfState): string {
  const parts = [
    people === null ? '' : `${count(people)}% of the people`,
    arrivals === null ? '' : `${count(arrivals)}% of the arrivals`,
    limit === null ? '' : `at most ${count(limit)} in progress`,
    pull === null ? '' : `${pull} first`,
  ].filter((part) => part !== '')
  const last = parts.pop() ?? ''
  return `With ${parts.length > 0 ? `${parts.join(', ')} and ` : ''}${last}`
}

/** Effect of the change on the forecast's day; where it has none, on the number of open requests. */
export function whatIfFinding({ now, changed, open }: WhatIfFigures, state: WhatIfState): string {
  const change = changeWords(state)
  const [before, after] = [now.done.p85, changed.done.p85]
  if (open === 0) return 'No request is open'
  if (after === null) return `${change}, the open requests are likely not all closed within five years`
  const by = `all ${requestsWords(open)} open now ${open === 1 ? 'is' : 'are'} likely closed by ${dateWords(after)}`
  if (before === null) return `${change}, ${by}`
  const days = daysBetween(before, after)
  if (days === 0) return `${change}, ${backlogFinding(now, changed) ?? `${by}, the same day as without`}`
  return `${change}, ${by}, ${daysWords(Math.abs(days))} ${days < 0 ? 'earlier' : 'later'}`
}

/** "50 requests are likely open on 20 Dec 2026 instead of 40"; null where the change makes no difference. */
function backlogFinding(now: WhatIfFigures['now'], changed: WhatIfFigures['now']): string | null {
  const [before, after] = [now.backlog.at(-1), changed.backlog.at(-1)]
  if (!before || !after || before.p50 === after.p50) return null
  const are = after.p50 === 1 ? 'is' : 'are'
  return `${requestsWords(after.p50)} ${are} likely open on ${dateWords(after.day)} instead of ${count(before.p50)}`
}

export function laterFinding({ later }: WhatIfFigures): string {
  if (later.count === 0) return 'No request is likely to finish later because of it'
  const shown = later.requests.length < later.count ? `; the ${later.requests.length} most likely are shown` : ''
  return `${requestsWords(later.count)} of ${count(later.of)} would finish later with a chance of one in ten or more${shown}`
}

/** A day, or that it is beyond what was simulated. */
export function dayOrNever(day: string | null, horizon = 'two years'): string {
  return day === null ? `not within ${horizon}` : dateWords(day)
}

export function tooLittle({ days, closed, needs }: Extract<WhatIf, { kind: 'too-little' }>): string {
  const history = days === 1 ? '1 day' : `${count(days)} days`
  return `This needs ${count(needs.days)} days of history and ${count(needs.closed)} requests closed in the last twelve weeks. So far there are ${history} and ${requestsWords(closed)}.`
}
