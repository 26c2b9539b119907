import { isEventMark } from '../../shared/analytics/event-marks.ts'
import type { RowsMeasure } from '../../shared/analytics/measures.ts'
import type { RowsQuery } from '../../shared/analytics/rows.ts'
import { ageOf } from './facts.ts'
import { STATUS_NUMBERS, statusNumber } from './status-numbers.ts'
import { eventsOf, isMarked, statusAt } from './marks.ts'
import { rounded } from './percentiles.ts'
import { isSettledBefore, type PanelInput } from './panel-input.ts'

export interface FoundRows {
  total: number
  rows: { number: number; value: number | null; finishedDay: number | null; eventDay: number | null }[]
}

/** All rows as columns, so that threads exchange them without an object per row. */
export interface RowColumns {
  number: Int32Array<ArrayBuffer>
  /** NaN without a measure */
  value: Float64Array<ArrayBuffer>
  /** NaN while not finished */
  finishedDay: Float64Array<ArrayBuffer>
  /** day of the closing or reopening that the row represents; NaN for other marks */
  eventDay: Float64Array<ArrayBuffer>
}

export type Marked = Pick<RowsQuery, 'mark' | 'status' | 'measure' | 'min' | 'max'>

/** One page of the requests behind a mark. */
export function rowsOf(input: PanelInput, query: Marked & { offset: number; limit: number }): FoundRows {
  const { model, facts } = input
  const { measure, offset, limit } = query
  const matches = marked(input, query)
  const rows = matches.slice(offset, offset + limit).map(({ i, value, eventDay }) => ({
    number: model.number[i]!,
    value: measure ? value : null,
    finishedDay: Number.isNaN(facts.finishedAt[i]!) ? null : facts.finishedDay[i]!,
    eventDay,
  }))
  return { total: matches.length, rows }
}

/** All requests behind a mark, from one snapshot. */
export function allRowsOf(input: PanelInput, query: Marked): RowColumns {
  const { model, facts } = input
  const matches = marked(input, query)
  return {
    number: Int32Array.from(matches, ({ i }) => model.number[i]!),
    value: Float64Array.from(matches, ({ value }) => (query.measure ? value : Number.NaN)),
    finishedDay: Float64Array.from(matches, ({ i }) =>
      Number.isNaN(facts.finishedAt[i]!) ? Number.NaN : facts.finishedDay[i]!,
    ),
    eventDay: Float64Array.from(matches, ({ eventDay }) => eventDay ?? Number.NaN),
  }
}

interface Found {
  i: number
  value: number
  eventDay: number | null
}

/** The rows of a mark, with the largest value first; without a measure the newest first. */
function marked(input: PanelInput, { mark, status, measure, min, max }: Marked): Found[] {
  const { model, facts, selected, period } = input
  const statuses = status?.map((one) => STATUS_NUMBERS.indexOf(one))
  const matches: Found[] = []
  for (const i of selected) {
    const then = mark === 'at' ? statusAt(input, i, period.to) : model.present.status[i]
    if (then === undefined || (statuses && !statuses.includes(then))) continue
    const value = measure ? valueOf(input, measure, i) : facts.createdDay[i]!
    if (measure && (Number.isNaN(value) || value <= (min ?? -1) || value > (max ?? Infinity))) continue
    if (isEventMark(mark)) {
      if (isSettledBefore(facts, i, period.from)) continue
      for (const day of eventsOf(input, mark, i, period))
        matches.push({ i, value: measure ? value : day, eventDay: day })
    } else if (mark === 'at' || isMarked(input, mark, i, period)) matches.push({ i, value, eventDay: null })
  }
  return matches.sort((a, b) => b.value - a.value || model.number[b.i]! - model.number[a.i]!)
}

function valueOf({ facts, now }: PanelInput, measure: RowsMeasure, index: number): number {
  if (measure === 'age') return rounded(ageOf(facts, index, now))
  if (measure === 'lead' || measure === 'cycle' || measure === 'answer') return rounded(facts.spans[measure][index]!)
  // The time in a status is final only once the request is finished.
  if (Number.isNaN(facts.finishedAt[index]!)) return Number.NaN
  return rounded(facts.spans.inStatus[statusNumber(measure)]![index]!)
}
