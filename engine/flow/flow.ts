import type { Flow } from '../../shared/analytics/flow.ts'
import { ageingOf, timeInStatusOf } from './ageing.ts'
import { daysOf } from './daily.ts'
import { durationsOf } from './durations.ts'
import { medianOf, Values } from './percentiles.ts'
import type { Days, Question } from './question.ts'
import { dueDatesOf, outcomesOf } from './shares.ts'
import { workloadOf } from './workload.ts'

/** All panels; the caller adds the names of period, office and people. */
export type FlowFigures = Pick<
  Flow,
  | 'requests'
  | 'summary'
  | 'lead'
  | 'cycle'
  | 'cumulative'
  | 'throughput'
  | 'ageing'
  | 'timeInStatus'
  | 'dueDates'
  | 'outcomes'
> & { workload: ReturnType<typeof workloadOf> }

export function flowOf(question: Question): FlowFigures {
  const panels = {
    lead: durationsOf(question, 'lead'),
    cycle: durationsOf(question, 'cycle'),
    ...daysOf(question),
    ageing: ageingOf(question),
    timeInStatus: timeInStatusOf(question),
    dueDates: dueDatesOf(question),
    workload: workloadOf(question),
    outcomes: outcomesOf(question),
  }
  return { requests: question.selected.length, summary: summaryOf(question, panels), ...panels }
}

function summaryOf(
  question: Question,
  { cycle, dueDates, ageing }: Pick<FlowFigures, 'cycle' | 'dueDates' | 'ageing'>,
): Flow['summary'] {
  const { keptLast } = dueDates
  const days = Math.max(1, Math.min(question.period.to, question.today) - question.period.from + 1)
  return {
    completed: { value: keptLast.of, before: keptLast.before.of },
    completedPerWeek: Math.round((keptLast.of / days) * 70) / 10,
    medianCycle: { value: cycle.percentiles?.p50 ?? null, before: cycle.before.percentiles?.p50 ?? null },
    keptLast: { value: percentOf(keptLast), before: percentOf(keptLast.before) },
    open: ageing.reduce((sum, { count }) => sum + count, 0),
    openAbove85: ageing.reduce((sum, { above }) => sum + above.p85, 0),
    firstAnswer: { value: firstAnswer(question, question.period), before: firstAnswer(question, question.before) },
  }
}

function percentOf({ count, of }: { count: number; of: number }): number | null {
  return of === 0 ? null : Math.round((count / of) * 1000) / 10
}

/** Median time to the first change of status, for requests created in these days that had one. */
function firstAnswer(question: Question, days: Days): number | null {
  return medianOf(Values.of(question.facts.spans.answer, question.parts.createdIn(days)))
}
