import { addDays, daysBetween } from '../../../shared/dates.ts'
import { stepBack, unitAround, unitOf } from './calendar.ts'
import { DateWords, type Found } from './date-words.ts'
import { numberIn } from './number-words.ts'
import type { Token } from './tokens.ts'

/** Parts of a longer period: "the end of October", "the last week of the year". */
export class DateParts extends DateWords {
  readonly #spanAt: (at: number) => Found | undefined

  /** @param spanAt parses the longer period */
  constructor(tokens: readonly Token[], today: string, spanAt: (at: number) => Found | undefined) {
    super(tokens, today)
    this.#spanAt = spanAt
  }

  at(at: number): Found | undefined {
    return this.#edge(at) ?? this.#part(at)
  }

  /** "the beginning of the year", "the middle of the week", "end of October". */
  #edge(at: number): Found | undefined {
    const edge = this.word(at)
    if (!/^(start|beginning|end|middle)$/.test(edge) || this.word(at + 1) !== 'of') return undefined
    const around = this.#whole(at + 2)
    if (!around) return undefined
    const middle = addDays(around.from, Math.floor(daysBetween(around.from, around.to) / 2))
    const day = edge === 'end' ? around.to : edge === 'middle' ? middle : around.from
    return { ...around, from: day, to: day }
  }

  /** "the last week of October", "the first ten days of the month": not the week before this one. */
  #part(at: number): Found | undefined {
    const which = this.word(at)
    if (!/^(first|last|final)$/.test(which)) return undefined
    const number = numberIn(this.word(at + 1))
    const unitAt = number === undefined ? at + 1 : at + 2
    const unit = unitOf(this.word(unitAt))
    // "Last week in October" may be last week, "the last week in October" is not.
    const isPart = this.word(unitAt + 1) === 'of' || (this.word(unitAt + 1) === 'in' && this.word(at - 1) === 'the')
    const around = unit && isPart ? this.#whole(unitAt + 2) : undefined
    if (!unit || !around) return undefined
    const count = number ?? 1
    const span =
      which === 'first'
        ? { from: around.from, to: addDays(stepBack(around.from, -count, unit), -1) }
        : { from: stepBack(addDays(around.to, 1), count, unit), to: around.to }
    return count > 0 && span.from >= around.from && span.to <= around.to ? { ...around, ...span } : undefined
  }

  /** "the year", "this month", "October 2026" after "the end of". */
  #whole(at: number): Found | undefined {
    const first = this.past(at, new Set(['the', 'this']))
    const unit = unitOf(this.word(first))
    return unit ? { ...unitAround(this.today, unit), end: first + 1 } : this.#spanAt(at)
  }
}
