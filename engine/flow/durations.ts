import type { Flow, Scatter } from '../../shared/analytics/flow.ts'
import { percentilesOf, rounded, Values } from './percentiles.ts'
import type { Days, Question } from './question.ts'
import { MOST_POINTS, SMALL_SAMPLE } from '../../shared/analytics/limits.ts'

/** Cells of a density grid: columns over the period, and rows up to the longest duration of 95 in a hundred. */
const COLUMNS = 60
const LEVELS = 40

type Measure = 'lead' | 'cycle'

/** Lead or cycle time of the requests finished in the period: lines, sample and one mark for each, or for many together. */
export function durationsOf(question: Question, measure: Measure): Flow['lead'] {
  const inPeriod = finishedIn(question, measure, question.period)
  const inBefore = finishedIn(question, measure, question.before)
  const percentiles = percentilesOf(inPeriod.values)
  return {
    count: inPeriod.values.count,
    isSmall: inPeriod.values.count < SMALL_SAMPLE,
    percentiles,
    before: { count: inBefore.values.count, percentiles: percentilesOf(inBefore.values) },
    rows: question.rows({ mark: 'finished', measure }),
    scatter:
      inPeriod.indices.length > MOST_POINTS
        ? density(question, measure, inPeriod.indices, percentiles?.p95 ?? 0)
        : points(question, measure, inPeriod.indices),
  }
}

/** What happened to be finished in some days. Requests without the duration, such as those completed without a start, are left out. */
function finishedIn(
  { facts, parts }: Pick<Question, 'facts' | 'parts'>,
  measure: Measure,
  days: Days,
): { values: Values; indices: number[] } {
  const values = new Values()
  const indices: number[] = []
  const spans = facts.spans[measure]
  for (const i of parts.finishedIn(days)) {
    const value = spans[i]!
    if (Number.isNaN(value)) continue
    values.add(value)
    indices.push(i)
  }
  return { values, indices }
}

function points({ model, facts, period }: Question, measure: Measure, indices: number[]): Scatter {
  return {
    kind: 'points',
    number: indices.map((i) => model.number[i]!),
    requestId: indices.map((i) => model.requestIdOf(i)),
    day: indices.map((i) => facts.finishedDay[i]! - period.from),
    value: indices.map((i) => rounded(facts.spans[measure][i]!)),
  }
}

/** Cells hold what their rows do: more than the lower end, at most the upper one, in hundredths as they are told. */
function density({ facts, period }: Question, measure: Measure, indices: number[], p95: number): Scatter {
  const daysWide = Math.max(1, Math.ceil((period.to - period.from + 1) / COLUMNS))
  const high = Math.max(0.25, rounded(p95 / LEVELS))
  const counts = new Map<number, number>()
  const WIDE = 4096
  for (const i of indices) {
    const column = Math.floor((facts.finishedDay[i]! - period.from) / daysWide)
    const level = Math.max(0, Math.ceil(hundredths(facts.spans[measure][i]!) / hundredths(high)) - 1)
    const key = level * WIDE + column
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const cells = [...counts]
  return {
    kind: 'density',
    daysWide,
    high,
    day: cells.map(([key]) => (key % WIDE) * daysWide),
    value: cells.map(([key]) => rounded(Math.floor(key / WIDE) * high)),
    count: cells.map(([, count]) => count),
  }
}

function hundredths(days: number): number {
  return Math.round(days * 100)
}
