import type { Flow } from '../../shared/analytics/flow.ts'
import type { Scatter } from '../../shared/analytics/figures.ts'
import { grown } from './field-columns.ts'
import { hundredths, percentilesOf, rounded, DurationSample } from './percentiles.ts'
import type { PanelInput } from './panel-input.ts'
import { MAX_POINTS, SMALL_SAMPLE } from '../../shared/analytics/limits.ts'

/** Cells of a density grid: columns over the period, and rows up to the 95th percentile of the durations. */
const COLUMNS = 60
const LEVELS = 40

type Measure = 'lead' | 'cycle'

/**
 * Lead or cycle time of the requests finished in the period: percentiles, sample size, and one mark per request or a density
 * grid.
 */
export function durationsOf(input: PanelInput, measure: Measure): Flow['lead'] {
  const { facts, subsets, period, before } = input
  const span = facts.spans[measure]
  const [values, earlier] = [
    DurationSample.of(span, subsets.finishedIn(period)),
    DurationSample.of(span, subsets.finishedIn(before)),
  ]
  const percentiles = percentilesOf(values)
  return {
    count: values.count,
    isSmall: values.count < SMALL_SAMPLE,
    percentiles,
    before: { count: earlier.count, percentiles: percentilesOf(earlier) },
    rows: input.rows({ mark: 'finished', measure }),
    scatter: values.count > MAX_POINTS ? density(input, measure, percentiles?.p95 ?? 0) : points(input, measure),
  }
}

function points({ model, facts, subsets, period }: PanelInput, measure: Measure): Scatter {
  const span = facts.spans[measure]
  const indices = Array.from(subsets.finishedIn(period).filter((i) => !Number.isNaN(span[i]!)))
  return {
    kind: 'points',
    requestId: indices.map((i) => model.requestIdOf(i)),
    day: indices.map((i) => facts.finishedDay[i]! - period.from),
    value: indices.map((i) => rounded(span[i]!)),
  }
}

/** A cell's limits equal those of its rows query: above the lower end, at most the upper one, compared in displayed hundredths. */
function density({ facts, subsets, period }: PanelInput, measure: Measure, p95: number): Scatter {
  const daysWide = Math.max(1, Math.ceil((period.to - period.from + 1) / COLUMNS))
  const high = Math.max(0.25, rounded(p95 / LEVELS))
  const highHundredths = hundredths(high)
  const [span, { finishedDay }] = [facts.spans[measure], facts]
  let counts = new Uint32Array(COLUMNS * LEVELS)
  const indices = subsets.finishedIn(period)
  for (let index = 0; index < indices.length; index++) {
    const i = indices[index]!
    const value = span[i]!
    if (Number.isNaN(value)) continue
    const column = Math.floor((finishedDay[i]! - period.from) / daysWide)
    const level = Math.max(0, Math.ceil(hundredths(value) / highHundredths) - 1)
    // `| 0` tells the compiler that it is an integer; otherwise it would allocate a heap number for each.
    const cell = (level * COLUMNS + column) | 0
    if (cell >= counts.length) counts = grown(counts, cell + 1)
    counts[cell]!++
  }
  // Column by column, in the order of keyboard navigation, so that the page does not have to sort.
  const cells: number[] = []
  for (let column = 0; column < COLUMNS; column++) {
    for (let cell = column; cell < counts.length; cell += COLUMNS) if (counts[cell]! > 0) cells.push(cell)
  }
  return {
    kind: 'density',
    daysWide,
    high,
    day: cells.map((cell) => (cell % COLUMNS) * daysWide),
    value: cells.map((cell) => rounded(Math.floor(cell / COLUMNS) * high)),
    count: cells.map((cell) => counts[cell]!),
  }
}
