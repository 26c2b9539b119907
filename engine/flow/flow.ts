import type { Flow } from '../../shared/analytics/flow.ts'
import { ageingOf, timeInStatusOf } from './ageing.ts'
import { daysOf } from './daily.ts'
import { durationsOf } from './durations.ts'
import { medianOf, DurationSample } from './percentiles.ts'
import type { Days, PanelInput } from './panel-input.ts'
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

export function flowOf(input: PanelInput): FlowFigures {
  const panels = {
    lead: durationsOf(input, 'lead'),
    cycle: durationsOf(input, 'cycle'),
    ...daysOf(input),
    ageing: ageingOf(input),
    timeInStatus: timeInStatusOf(input),
    dueDates: dueDatesOf(input),
    workload: workloadOf(input),
    outcomes: outcomesOf(input),
  }
  return { requests: input.selected.length, summary: summaryOf(input, panels), ...panels }
}

function summaryOf(
  input: PanelInput,
  { cycle, dueDates, ageing }: Pick<FlowFigures, 'cycle' | 'dueDates' | 'ageing'>,
): Flow['summary'] {
  const { keptLast } = dueDates
  const days = Math.max(1, Math.min(input.period.to, input.today) - input.period.from + 1)
  return {
    completed: { value: keptLast.of, before: keptLast.before.of },
    completedPerWeek: Math.round((keptLast.of / days) * 70) / 10,
    medianCycle: { value: cycle.percentiles?.p50 ?? null, before: cycle.before.percentiles?.p50 ?? null },
    keptLast: { value: percentOf(keptLast), before: percentOf(keptLast.before) },
    open: ageing.reduce((sum, { count }) => sum + count, 0),
    openAbove85: ageing.reduce((sum, { above }) => sum + above.p85, 0),
    firstAnswer: { value: firstAnswer(input, input.period), before: firstAnswer(input, input.before) },
  }
}

function percentOf({ count, of }: { count: number; of: number }): number | null {
  return of === 0 ? null : Math.round((count / of) * 1000) / 10
}

/** Median time to the first change of status, for requests created in these days that had one. */
function firstAnswer(input: PanelInput, days: Days): number | null {
  return medianOf(DurationSample.of(input.facts.spans.answer, input.subsets.createdIn(days)))
}
