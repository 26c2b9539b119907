import type { Flow } from '../../shared/analytics/flow.ts'
import type { Share } from '../../shared/analytics/figures.ts'
import { SMALL_SAMPLE } from '../../shared/analytics/limits.ts'
import { countOf, keptFirst, keptLast, OUTCOMES, outcomeOf, wasMoved } from './marks.ts'
import { type Days, isSettledBefore, type PanelInput } from './panel-input.ts'
import { movesIn } from './promises.ts'

/** Finished requests: how many met their first due date, and how many their last. */
export function dueDatesOf(input: PanelInput): Flow['dueDates'] {
  const now = input.subsets.finishedIn(input.period)
  const then = input.subsets.finishedIn(input.before)
  const share = (mark: 'kept-first' | 'kept-last' | 'moved', isIt: (index: number) => boolean): Share => ({
    count: countOf(now, isIt),
    of: now.length,
    before: { count: countOf(then, isIt), of: then.length },
    rows: input.rows({ mark }),
  })
  return {
    keptFirst: share('kept-first', (i) => keptFirst(input, i)),
    keptLast: share('kept-last', (i) => keptLast(input, i)),
    moved: share('moved', (i) => wasMoved(input, i)),
    moves: movesIn(input).length,
    isSmall: now.length < SMALL_SAMPLE,
  }
}

/** Requests closed in the period, and how many of them were reopened, rejected, cancelled. */
export function outcomesOf(input: PanelInput): Flow['outcomes'] {
  const [now, then] = [countOutcomes(input, input.period), countOutcomes(input, input.before)]
  const share = (mark: 'reopened' | 'rejected' | 'cancelled'): Share => ({
    count: now[mark],
    of: now.closed,
    before: { count: then[mark], of: then.closed },
    rows: input.rows({ mark }),
  })
  return { reopened: share('reopened'), rejected: share('rejected'), cancelled: share('cancelled') }
}

function countOutcomes({ facts, selected }: PanelInput, days: Days) {
  // Counts by the sum of outcomes: sixteen combinations.
  const counts = new Uint32Array(16)
  for (let index = 0; index < selected.length; index++) {
    const i = selected[index]!
    if (facts.createdDay[i]! > days.to || isSettledBefore(facts, i, days.from)) continue
    counts[outcomeOf(facts, i, days)]!++
  }
  const withOutcome = (one: number) => counts.reduce((sum, count, kind) => sum + ((kind & one) === 0 ? 0 : count), 0)
  const { closed, reopened, rejected, cancelled } = OUTCOMES
  return {
    closed: withOutcome(closed),
    reopened: withOutcome(reopened),
    rejected: withOutcome(rejected),
    cancelled: withOutcome(cancelled),
  }
}
