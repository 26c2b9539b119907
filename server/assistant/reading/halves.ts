import { addDays } from '../../../shared/dates.ts'
import { unitAround } from './calendar.ts'
import { DateWords, type Found, yearIn } from './date-words.ts'
import type { Token } from './tokens.ts'
import type { WrittenDates } from './written-dates.ts'

/** "the first half of 2026", "H2", "the second half of October". */
export class Halves extends DateWords {
  readonly #written: WrittenDates

  constructor(tokens: readonly Token[], today: string, written: WrittenDates) {
    super(tokens, today)
    this.#written = written
  }

  at(at: number): Found | undefined {
    const word = this.word(at)
    if (/^h[12]$/.test(word)) return this.#half(at + 1, word === 'h1')
    if (!/^(first|second)$/.test(word) || this.word(at + 1) !== 'half') return undefined
    return this.#half(at + 2, word === 'first')
  }

  #half(at: number, isFirst: boolean): Found {
    let first = this.past(at, new Set(['of', 'the', 'this']))
    const month = this.#written.month(first) ?? this.#thisMonth(first)
    if (month) {
      const middle = `${month.from.slice(0, 8)}15`
      return isFirst ? { ...month, to: middle } : { ...month, from: addDays(middle, 1) }
    }
    const year = yearIn(this.word(first))
    if (year !== undefined || this.word(first) === 'year') first++
    const of = year ?? Number(this.today.slice(0, 4))
    return isFirst
      ? { from: `${of}-01-01`, to: `${of}-06-30`, end: first }
      : { from: `${of}-07-01`, to: `${of}-12-31`, end: first }
  }

  #thisMonth(at: number): Found | undefined {
    if (this.word(at) !== 'month' || !/^(the|this)$/.test(this.word(at - 1))) return undefined
    return { ...unitAround(this.today, 'month'), end: at + 1 }
  }
}
