import { type Unit, unitOf } from './calendar.ts'
import type { Token } from './tokens.ts'
import { numberIn } from './number-words.ts'

/** A length of time: "two weeks". */
export interface Quantity {
  count: number
  unit: Unit
  days: number
}

const DAYS_IN: Record<Unit, number> = { day: 1, week: 7, month: 30, quarter: 91, year: 365 }

function quantityOf(count: number, unit: Unit): Quantity {
  return { count, unit, days: count * DAYS_IN[unit] }
}

/** "three", "10 days", "a week". */
export function countedAt(
  tokens: readonly Token[],
  at: number,
): { end: number; number: number } | { end: number; quantity: Quantity } | undefined {
  const word = tokens[at]?.word
  if (word === undefined) return undefined
  const year = word === 'half' ? at + (tokens[at + 1]?.word === 'a' ? 2 : 1) : at
  if (year > at && tokens[year]?.word === 'year') return { end: year + 1, quantity: quantityOf(6, 'month') }
  const isArticle = word === 'a' || word === 'an'
  const named = numberIn(tokens[isArticle ? at + 1 : at]?.word)
  let end = isArticle && named !== undefined ? at + 2 : at + 1
  if (named === undefined && !isArticle) return undefined
  if (isArticle && named === undefined) {
    const unit = unitOf(tokens[at + 1]?.word)
    return unit && !tokens[at + 1]!.word.endsWith('s') ? { end: at + 2, quantity: quantityOf(1, unit) } : undefined
  }
  if (tokens[end]?.word === 'of') end++
  if (/^(calendar|working|business|full|whole)$/.test(tokens[end]?.word ?? '')) end++
  const unit = unitOf(tokens[end]?.word)
  if (unit) return { end: end + 1, quantity: quantityOf(named!, unit) }
  return { end: isArticle ? at + 2 : at + 1, number: named! }
}
