import { addDays, mondayOf, MONTHS as MONTH_NAMES } from '../../../shared/dates.ts'
import { firstDayOf, lastDayOf } from '../../../shared/assistant/spans.ts'
import { isCalendarDate } from '../../../shared/text-rules.ts'
import { unitOf } from './calendar.ts'
import { DateWords, type Found, OPENING, SILENT, yearIn } from './date-words.ts'
import { numberIn, ordinalIn } from './tokens.ts'

const MONTHS = MONTH_NAMES.map((name) => name.toLowerCase())
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const WEEKDAY_SHORT = new Set(['mon', 'tue', 'tues', 'wed', 'thu', 'thur', 'thurs', 'fri'])

/** Absolute dates: "2026-10-05", "5 October", "May 2025", "Q3", "Friday". */
export class WrittenDates extends DateWords {
  at(at: number): Found | undefined {
    return (
      this.#written(at) ??
      this.dayOfMonth(at) ??
      this.month(at) ??
      this.#quarter(at) ??
      this.#weekday(at) ??
      this.#year(at)
    )
  }

  /** 2026-10-05, 5.10.2026, 05/10/2026: the day comes first, unless that is impossible. */
  #written(at: number): Found | undefined {
    const word = this.word(at)
    if (isCalendarDate(word)) return { from: word, to: word, end: at + 1 }
    const parts = /^(\d{1,2})[./](\d{1,2})[./](\d{2,4})$/.exec(word)
    if (!parts) return undefined
    const year = parts[3]!.length === 2 ? `20${parts[3]}` : parts[3]!
    const [day, month] = Number(parts[2]) > 12 ? [parts[2]!, parts[1]!] : [parts[1]!, parts[2]!]
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    return isCalendarDate(date) ? { from: date, to: date, end: at + 1 } : undefined
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
    const of = year ?? this.#yearOfMonth(month)
    const date = `${of}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    if (!isCalendarDate(date)) return undefined
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
    const yearAt = this.past(at + 1, new Set(['of', 'in', ',']))
    const named = yearIn(this.word(yearAt)) ?? this.#yearNamed(yearAt)
    const year = named ?? this.#yearOfMonth(month)
    const end = named === undefined ? at + 1 : yearIn(this.word(yearAt)) === undefined ? yearAt + 2 : yearAt + 1
    return {
      from: firstDayOf(year, month),
      to: lastDayOf(year, month),
      end,
      ...(named === undefined && { isYearless: true }),
    }
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

  #yearOfMonth(month: number): number {
    const [year, now] = [Number(this.today.slice(0, 4)), Number(this.today.slice(5, 7))]
    return month > now ? year - 1 : year
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
    const after = at + (short === undefined ? 2 : 1)
    const yearAt = this.past(after, new Set(['of', 'in', ',']))
    const named = yearIn(this.word(yearAt)) ?? this.#yearNamed(yearAt)
    const [year, month] = [Number(this.today.slice(0, 4)), Number(this.today.slice(5, 7))]
    const of = named ?? (number * 3 - 2 > month ? year - 1 : year)
    const end = named === undefined ? after : yearIn(this.word(yearAt)) === undefined ? yearAt + 2 : yearAt + 1
    return {
      from: firstDayOf(of, number * 3 - 2),
      to: lastDayOf(of, number * 3),
      end,
      ...(named === undefined && { isYearless: true }),
    }
  }

  /** A weekday is in the past, unless it is "next" or "this" one. */
  #weekday(at: number): Found | undefined {
    const which = this.word(at)
    const isNext = /^(next|coming|this)$/.test(which)
    const first = isNext || /^(last|past)$/.test(which) ? at + 1 : at
    // "on a Monday", "at weekends": not a particular day.
    if (/^(a|an|any|every|each|per|which)$/.test(this.word(at - 1))) return undefined
    const word = this.word(first)
    if (word === 'weekend') {
      const saturday = addDays(mondayOf(this.today), isNext ? 5 : -2)
      return { from: saturday, to: addDays(saturday, 1), end: first + 1 }
    }
    const weekday = WEEKDAYS.findIndex(
      (name) =>
        word === name || (word.length > 2 && word.length < 6 && name.startsWith(word) && WEEKDAY_SHORT.has(word)),
    )
    if (weekday < 0) return undefined
    const inThisWeek = addDays(mondayOf(this.today), weekday)
    const day =
      which === 'next'
        ? addDays(inThisWeek, 7)
        : isNext
          ? inThisWeek
          : inThisWeek > this.today || (inThisWeek === this.today && first !== at)
            ? addDays(inThisWeek, -7)
            : inThisWeek
    return { from: day, to: day, end: first + 1, ...(first === at && { isWeekday: true }) }
  }

  #year(at: number): Found | undefined {
    const year = yearIn(this.word(at))
    return year === undefined ? undefined : { from: `${year}-01-01`, to: `${year}-12-31`, end: at + 1 }
  }
}

function monthIn(word: string): number | undefined {
  const at = MONTHS.findIndex(
    (name) => name === word || (word.length >= 3 && word.length <= 4 && name.startsWith(word) && !isAlsoAWord(word)),
  )
  return at < 0 ? undefined : at + 1
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
