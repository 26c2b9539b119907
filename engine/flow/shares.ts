import type { Flow, Share } from '../../shared/analytics/flow.ts'
import { SMALL_SAMPLE } from '../../shared/analytics/limits.ts'
import { isMarked, outcomeOf } from './marks.ts'
import { type Days, isSettledBefore, type Question } from './question.ts'

/** Finished requests: how many kept the due date they began with, and the one they had in the end. */
export function dueDatesOf(question: Question): Flow['dueDates'] {
  const now = question.parts.finishedIn(question.period)
  const then = question.parts.finishedIn(question.before)
  const share = (mark: 'kept-first' | 'kept-last' | 'moved'): Share => {
    const count = (indices: Uint32Array, days: Days) => {
      let marked = 0
      for (const i of indices) if (isMarked(question, mark, i, days)) marked++
      return marked
    }
    return {
      count: count(now, question.period),
      of: now.length,
      before: { count: count(then, question.before), of: then.length },
      rows: question.rows({ mark }),
    }
  }
  return {
    keptFirst: share('kept-first'),
    keptLast: share('kept-last'),
    moved: share('moved'),
    moves: now.reduce((sum, i) => sum + question.facts.moves[i]!, 0),
    isSmall: now.length < SMALL_SAMPLE,
  }
}

/** Of the requests closed in the period: reopened, rejected, cancelled. */
export function outcomesOf(question: Question): Flow['outcomes'] {
  const [now, then] = [countOutcomes(question, question.period), countOutcomes(question, question.before)]
  const share = (mark: 'reopened' | 'rejected' | 'cancelled'): Share => ({
    count: now[mark],
    of: now.closed,
    before: { count: then[mark], of: then.closed },
    rows: question.rows({ mark }),
  })
  return { reopened: share('reopened'), rejected: share('rejected'), cancelled: share('cancelled') }
}

function countOutcomes(question: Question, days: Days) {
  const counts = { closed: 0, reopened: 0, rejected: 0, cancelled: 0 }
  const { facts, selected } = question
  for (const i of selected) {
    if (facts.createdDay[i]! > days.to || isSettledBefore(facts, i, days.from)) continue
    const outcome = outcomeOf(question, i, days)
    for (const what of ['closed', 'reopened', 'rejected', 'cancelled'] as const) if (outcome[what]) counts[what]++
  }
  return counts
}
