import type { RowsQuery } from '../../shared/analytics/rows.ts'
import { ageOf } from './facts.ts'
import { STATUS_NUMBERS } from './flow-model.ts'
import { isMarked, statusAt } from './marks.ts'
import { rounded } from './percentiles.ts'
import type { Question } from './question.ts'

export interface FoundRows {
  total: number
  rows: { number: number; value: number | null; finishedDay: number | null }[]
}

type Wanted = Pick<RowsQuery, 'mark' | 'status' | 'measure' | 'min' | 'max'> & { offset: number; limit: number }

/** The requests behind a mark: those with the largest value first, without a measure the newest. */
export function rowsOf(question: Question, { mark, status, measure, min, max, offset, limit }: Wanted): FoundRows {
  const { model, facts, selected, period } = question
  const statuses = status?.map((one) => STATUS_NUMBERS.indexOf(one))
  const found: { i: number; value: number }[] = []
  for (const i of selected) {
    const then = mark === 'at' ? statusAt(question, i, period.to) : model.present.status[i]
    if (then === undefined || (statuses && !statuses.includes(then))) continue
    if (mark !== 'at' && !isMarked(question, mark, i, period)) continue
    const value = measure ? valueOf(question, measure, i) : facts.createdDay[i]!
    if (measure && (Number.isNaN(value) || value <= (min ?? -1) || value > (max ?? Infinity))) continue
    found.push({ i, value })
  }
  found.sort((one, other) => other.value - one.value || model.number[other.i]! - model.number[one.i]!)
  const rows = found.slice(offset, offset + limit).map(({ i, value }) => ({
    number: model.number[i]!,
    value: measure ? value : null,
    finishedDay: Number.isNaN(facts.finishedAt[i]!) ? null : facts.finishedDay[i]!,
  }))
  return { total: found.length, rows }
}

function valueOf({ facts, now }: Question, measure: 'lead' | 'cycle' | 'age', index: number): number {
  return rounded(measure === 'age' ? ageOf(facts, index, now) : facts.spans[measure][index]!)
}
