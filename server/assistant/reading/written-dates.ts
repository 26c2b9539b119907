import { firstDayOf, lastDayOf } from '../../../shared/assistant/spans.ts'
import { isCalendarDate } from '../../../shared/text-rules.ts'
import { dateOf, dayAndMonth, latestYearOf, MONTH_NAMES, monthNamed } from '../../../shared/written-dates.ts'
import { unitOf } from './calendar.ts'
import { DateWords, type Found, OPENING, SILENT, yearIn } from './date-words.ts'
import { numberIn, ordinalIn } from './number-words.ts'
import type { Token } from './tokens.ts'
import { Weekdays } from './weekdays.ts'

/** Absolute dates: "2026-10-05", "5 October", "May 2025", "Q3", "Friday". */
export class WrittenDates extends DateWords {
  readonly #weekdays: Weekdays

  constructor(tokens: readonly Token[], today: string) {
    super(tokens, today)
    this.#weekdays = new Weekdays(tokens, today)
  }

  at(at: number): Found | undefined {
    return (
      this.#written(at) ??
      this.dayOfMonth(at) ??
      this.month(at) ??
      this.#quarter(at) ??
      this.#weekdays.at(at) ??
      this.#year(at)
    )
  }

  /** 2026-10-05, 5.10.2026, 05/10/2026: the day comes first, unless that is impossible. */
  #written(at: number): Found | undefined {
    const word = this.word(at)
    if (isCalendarDate(word)) return { from: word, to: word, end: at + 1 }
    const parts = /^(\d{1,2})[./](\d{1,2})[./](\d{2,4})$/.exec(word)
    if (!parts) return undefined
    const { day, month } = dayAndMonth(Number(parts[1]), Number(parts[2]))
    const date = dateOf(Number(parts[3]!.length === 2 ? `20${parts[3]}` : parts[3]), month, day)
    return date === null ? undefined : { from: date, to: date, end: at + 1 }
  }

  /** "5 October", "October 5th, 2026", "the 5th of October". */
  dayOfMonth(at: number): Found | undefined {
    const day = dayNumber(this.word(at))
    if (day !== undefined) {
      const monthAt = this.past(at + 1, new Set(['of']))
      const month = monthIn(this.word(monthAt))
      return month === undefined ? undefined : this.#dated(month, day, monthAt + 1)
    }
    const month = monthIn(this.word(at))
    const dayAt = this.past(at + 1, new Set(['the']))
    const after = dayNumber(this.word(dayAt))
    if (month === undefined || after === undefined || unitOf(this.word(dayAt + 1))) return undefined
    return this.#dated(month, after, dayAt + 1)
  }

  #dated(month: number, day: number, end: number): Found | undefined {
    const yearAt = this.past(end, new Set([',', 'of']))
    const year = yearIn(this.word(yearAt))
    const date = dateOf(year ?? latestYearOf(month, this.today), month, day)
    if (date === null) return undefined
    return {
      from: date,
      to: date,
      end: year === undefined ? end : yearAt + 1,
      ...(year === undefined && { isYearless: true }),
    }
  }

  month(at: number): Found | undefined {
    const month = monthIn(this.word(at))
    if (month === undefined || (isAlsoAWord(this.word(at)) && !this.#isMonthHere(at))) return undefined
    return this.#months(month, month, at + 1)
  }

  /** Months of the year that is named after them, else of their latest. */
  #months(first: number, last: number, after: number): Found {
    const yearAt = this.past(after, new Set(['of', 'in', ',']))
    const written = yearIn(this.word(yearAt))
    const named = written ?? this.#yearNamed(yearAt)
    const year = named ?? latestYearOf(first, this.today)
    const span = { from: firstDayOf(year, first), to: lastDayOf(year, last) }
    if (named === undefined) return { ...span, end: after, isYearless: true }
    return { ...span, end: yearAt + (written === undefined ? 2 : 1) }
  }

  /** "last year", "this year" after a month. */
  #yearNamed(at: number): number | undefined {
    const back = { last: 1, this: 0, next: -1 }[this.word(at)]
    return back === undefined || this.word(at + 1) !== 'year' ? undefined : Number(this.today.slice(0, 4)) - back
  }

  /** "may" and "march" are usually other words: as months they follow a preposition. */
  #isMonthHere(at: number): boolean {
    const before = this.word(at - 1)
    if (yearIn(this.word(at + 1)) !== undefined || (/^(May|March)/.test(this.tokens[at]!.text) && at > 0)) return true
    return (
      SILENT.has(before) ||
      OPENING.has(before) ||
      /^(and|to|with|compare|than|versus|vs|or|,|last|this|-|against)$/.test(before)
    )
  }

  #quarter(at: number): Found | undefined {
    const short = /^q([1-4])$/.exec(this.word(at))?.[1]
    const ordinal =
      this.word(at + 1) === 'quarter'
        ? ordinalIn(this.word(at))
        : this.word(at) === 'quarter'
          ? numberIn(this.word(at + 1))
          : undefined
    const number = short === undefined ? ordinal : Number(short)
    if (number === undefined || number < 1 || number > 4) return undefined
    return this.#months(number * 3 - 2, number * 3, at + (short === undefined ? 2 : 1))
  }

  #year(at: number): Found | undefined {
    const year = yearIn(this.word(at))
    return year === undefined ? undefined : { from: `${year}-01-01`, to: `${year}-12-31`, end: at + 1 }
  }
}

/** Full, or of three or four letters; "mar" is not taken for March. */
function monthIn(word: string): number | undefined {
  if (MONTH_NAMES.includes(word)) return monthNamed(word)
  return word.length <= 4 && !isAlsoAWord(word) ? monthNamed(word) : undefined
}

function isAlsoAWord(word: string): boolean {
  return word === 'may' || word === 'march' || word === 'mar'
}

export function dayNumber(word: string): number | undefined {
  const day = ordinalDay(word) ?? (/^\d{1,2}$/.test(word) ? Number(word) : undefined)
  return day !== undefined && day >= 1 && day <= 31 ? day : undefined
}

function ordinalDay(word: string): number | undefined {
  return /^\d/.test(word) ? ordinalIn(word) : undefined
}
