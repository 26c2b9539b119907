import { addDays, mondayOf } from '../../../shared/dates.ts'
import { firstDayOf, lastDayOf, type Span } from '../../../shared/assistant/spans.ts'
import { isCalendarDate } from '../../../shared/text-rules.ts'
import { numberIn, ordinalIn, type Token } from './tokens.ts'

/** Days that a question names. */
export interface Period extends Span {
  /** tokens from … to before */
  at: number
  end: number
  /** a month or day without its year: past or to come, whichever what happens then allows */
  isYearless?: boolean
  isWeekday?: boolean
  /** it lies wholly after today */
  isFuture?: boolean
  /** counts back from today: "the last 30 days" */
  isRolling?: boolean
}

type Found = { from: string; to: string; end: number; isYearless?: boolean; isWeekday?: boolean; isRolling?: boolean }

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const UNITS: Record<string, Unit> = {
  day: 'day',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
  d: 'day',
  wk: 'week',
  yr: 'year',
}
export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

const OPENING = new Set([
  'since',
  'after',
  'before',
  'until',
  'till',
  'by',
  'from',
  'between',
  'up',
  'prior',
  'as',
  'starting',
  'through',
])
const SILENT = new Set([
  'in',
  'during',
  'within',
  'over',
  'for',
  'on',
  'throughout',
  'of',
  'the',
  'at',
  'across',
  'for',
])

/** Reads the days named from a token on; undefined where none are. @param today the office's day */
export function periodAt(tokens: readonly Token[], at: number, today: string): Period | undefined {
  return new DateReader(tokens, today).period(at)
}

export function unitOf(word: string | undefined): Unit | undefined {
  if (word === undefined) return undefined
  const singular = word.endsWith('s') ? word.slice(0, -1) : word
  return Object.hasOwn(UNITS, singular) ? UNITS[singular] : undefined
}

/** So many units before a day, or after it where the count is negative. */
export function stepBack(day: string, count: number, unit: Unit): string {
  if (unit === 'day') return addDays(day, -count)
  if (unit === 'week') return addDays(day, -7 * count)
  const months = count * { month: 1, quarter: 3, year: 12 }[unit]
  const [year, month, date] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - months, Number(day.slice(8))]
  const last = lastDayOf(year, month)
  return Number(last.slice(8)) <= date ? last : addDays(firstDayOf(year, month), date - 1)
}

/** The whole week, month, quarter or year that holds a day. */
export function unitAround(day: string, unit: Unit): { from: string; to: string } {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  if (unit === 'day') return { from: day, to: day }
  if (unit === 'week') return { from: mondayOf(day), to: addDays(mondayOf(day), 6) }
  if (unit === 'month') return { from: firstDayOf(year, month), to: lastDayOf(year, month) }
  if (unit === 'year') return { from: `${year}-01-01`, to: `${year}-12-31` }
  const first = Math.floor((month - 1) / 3) * 3 + 1
  return { from: firstDayOf(year, first), to: lastDayOf(year, first + 2) }
}

class DateReader {
  readonly #tokens: readonly Token[]
  readonly #today: string

  constructor(tokens: readonly Token[], today: string) {
    this.#tokens = tokens
    this.#today = today
  }

  #word(at: number): string {
    return this.#tokens[at]?.word ?? ''
  }

  /** The place after any of these words. */
  #skip(at: number, words: ReadonlySet<string>): number {
    while (words.has(this.#word(at))) at++
    return at
  }

  period(at: number): Period | undefined {
    const found = this.#related(at)
    if (!found) return undefined
    const isFuture = found.from !== undefined && found.from > this.#today
    return { ...found, at, ...(isFuture && { isFuture }) }
  }

  #related(at: number): (Span & Omit<Found, 'from' | 'to'>) | undefined {
    const word = this.#word(at)
    if (word === 'between' || word === 'from') {
      const range = this.#range(at + 1)
      if (range) return range
    }
    if (!OPENING.has(word)) {
      const plain = this.#skip(at, SILENT)
      // "on" or "the" alone open no date.
      return this.#range(plain) ?? this.#span(plain)
    }
    return this.#opened(at, word)
  }

  /** "since …", "before …", "up to …". */
  #opened(at: number, word: string): (Span & Omit<Found, 'from' | 'to'>) | undefined {
    const next = this.#word(at + 1)
    let first = at + 1
    if ((word === 'up' && /^(to|until|till)$/.test(next)) || (word === 'prior' && next === 'to')) first++
    else if ((word === 'as' || word === 'starting') && /^(of|from|on|in)$/.test(next)) first++
    else if (/^(up|prior|as|starting)$/.test(word)) return undefined
    if (word === 'since' && next === 'before') return this.#opened(at + 1, next)
    const found = this.#span(this.#skip(first, SILENT))
    if (!found) return undefined
    const { from, to, ...rest } = found
    if (word === 'since' || word === 'from' || word === 'starting' || word === 'as') {
      const end = /^(on|onwards?|forward)$/.test(this.#word(found.end)) ? found.end + 1 : found.end
      return { ...rest, from, end }
    }
    if (word === 'after') return { ...rest, from: addDays(to, 1) }
    // "before the end of the month" is by then.
    const isEnd = this.#word(this.#skip(first, SILENT)) === 'end'
    if (word === 'before' || word === 'prior') return { ...rest, to: isEnd ? to : addDays(from, -1) }
    return { ...rest, to }
  }

  /** "1 March to 15 March", "October and November", "1-15 October". */
  #range(at: number): (Span & Omit<Found, 'from' | 'to'>) | undefined {
    const days = this.#daysOfMonth(at)
    if (days) return days
    const first = this.#span(this.#skip(at, SILENT))
    if (!first) return undefined
    const joint = this.#word(first.end)
    const isBetween = this.#word(at - 1) === 'between'
    const joins = isBetween ? /^(and|to|-)$/ : /^(to|until|till|through|-)$/
    if (!joins.test(joint)) return undefined
    const second = this.#span(this.#skip(first.end + 1, SILENT)) ?? this.#nowAt(first.end + 1)
    if (!second) return undefined
    const isBackwards = second.to < first.from
    const isYearless = first.isYearless === true && second.isYearless === true
    const from = isBackwards ? stepBack(first.from, 12, 'month') : first.from
    return { from, to: second.to, end: second.end, ...(isYearless && { isYearless }) }
  }

  /** "between 1 and 15 October", "1-15 October 2026". */
  #daysOfMonth(at: number): Found | undefined {
    const first = dayNumber(this.#word(at))
    if (first === undefined || !/^(and|to|-|until|till)$/.test(this.#word(at + 1))) return undefined
    const last = this.#dayOfMonth(at + 2)
    if (!last) return undefined
    const from = `${last.from.slice(0, 8)}${String(first).padStart(2, '0')}`
    return isCalendarDate(from) && from <= last.to ? { ...last, from } : undefined
  }

  #nowAt(at: number): Found | undefined {
    return /^(now|today)$/.test(this.#word(at)) ? { from: this.#today, to: this.#today, end: at + 1 } : undefined
  }

  #span(at: number): Found | undefined {
    const unit = unitOf(this.#word(at))
    if (unit && this.#word(at + 1) === 'of' && !/^(each|every|per|by|any|which|what)$/.test(this.#word(at - 1))) {
      // "the month of October", "the week of 2 November"
      const within = this.#span(at + 2)
      if (within) return { ...within, ...unitAround(within.from, unit) }
    }
    return (
      this.#named(at) ??
      this.#relative(at) ??
      this.#counted(at) ??
      this.#edge(at) ??
      this.#written(at) ??
      this.#dayOfMonth(at) ??
      this.#month(at) ??
      this.#quarter(at) ??
      this.#weekday(at) ??
      this.#year(at)
    )
  }

  #named(at: number): Found | undefined {
    const today = this.#today
    const on = (days: number, length: number) => ({
      from: addDays(today, days),
      to: addDays(today, days),
      end: at + length,
    })
    const words = [this.#word(at), this.#word(at + 1), this.#word(at + 2)]
    if (words.join(' ') === 'day before yesterday') return on(-2, 3)
    if (words.join(' ') === 'day after tomorrow') return on(2, 3)
    if (words[0] === 'today' || (words[0] === 'this' && /^(morning|afternoon|evening)$/.test(words[1]!)))
      return on(0, words[0] === 'today' ? 1 : 2)
    if (words[0] === 'yesterday') return on(-1, 1)
    return words[0] === 'tomorrow' ? on(1, 1) : undefined
  }

  /** "this week", "last month", "the quarter before last", "the year to date", "so far this year". */
  #relative(at: number): Found | undefined {
    let first = at
    if (this.#word(at) === 'so' && this.#word(at + 1) === 'far') first += 2
    const which = this.#word(first)
    if (which === 'ytd') return { from: `${this.#today.slice(0, 4)}-01-01`, to: this.#today, end: first + 1 }
    const back = {
      this: 0,
      current: 0,
      last: 1,
      previous: 1,
      past: 1,
      preceding: 1,
      next: -1,
      coming: -1,
      following: -1,
      upcoming: -1,
    }[which]
    let unit = unitOf(this.#word(back === undefined ? first : first + 1))
    const isPlural = this.#word(first + 1).endsWith('s')
    if (back === undefined) return unit === undefined ? undefined : this.#beforeLast(first, unit)
    const isCalendar = this.#word(first + 1) === 'calendar'
    if (isCalendar) unit = unitOf(this.#word(first + 2))
    if (unit === undefined && which === 'last') return this.#elliptic(first)
    if (unit === undefined || unit === 'day' || isPlural) return undefined
    let end = first + (isCalendar ? 3 : 2)
    if (this.#word(end) === 'so' && this.#word(end + 1) === 'far') end += 2
    // "the past month" counts back from today; "the last month" is a month of the calendar.
    const isYearBack =
      which === 'last' &&
      unit === 'year' &&
      /^(over|throughout) the$/.test(`${this.#word(first - 2)} ${this.#word(first - 1)}`)
    if (which === 'past' || isYearBack)
      return { from: addDays(stepBack(this.#today, 1, unit), 1), to: this.#today, end, isRolling: true }
    return { ...unitAround(stepBack(unitAround(this.#today, unit).from, back, unit), unit), end }
  }

  /** "this quarter than last" */
  #elliptic(at: number): Found | undefined {
    if (!/^(than|vs|versus|with|to|or|and|against)$/.test(this.#word(at - 1)) || /^\p{L}/u.test(this.#word(at + 1)))
      return undefined
    const current = this.#tokens.findIndex(
      ({ word }, i) => i < at && word === 'this' && unitOf(this.#word(i + 1)) !== undefined,
    )
    const unit = current < 0 ? undefined : unitOf(this.#word(current + 1))
    if (unit === undefined) return undefined
    return { ...unitAround(stepBack(unitAround(this.#today, unit).from, 1, unit), unit), end: at + 1 }
  }

  #beforeLast(at: number, unit: Unit): Found | undefined {
    if (this.#word(at + 1) === 'before' && this.#word(at + 2) === 'last') {
      return { ...unitAround(stepBack(unitAround(this.#today, unit).from, 2, unit), unit), end: at + 3 }
    }
    if (this.#word(at + 1) === 'to' && this.#word(at + 2) === 'date')
      return { from: unitAround(this.#today, unit).from, to: this.#today, end: at + 3 }
    return undefined
  }

  /** "the last 30 days", "next two weeks", "past few months", "three weeks ago". */
  #counted(at: number): Found | undefined {
    if (this.#word(at) === 'going' && this.#word(at + 1) === 'back') at += 1
    const which = this.#word(at)
    const isBack = /^(last|past|previous|preceding|back)$/.test(which)
    const isOn = /^(next|coming|following)$/.test(which)
    if (isBack || isOn) {
      const { count, end } = this.#countAt(at + 1)
      const unit = unitOf(this.#word(end))
      if (count !== undefined && unit) return this.#rolling(isBack ? count : -count, unit, end + 1)
      if (count !== undefined && this.#word(end) === 'hours')
        return this.#rolling(Math.ceil(count / 24) * (isBack ? 1 : -1) + (isBack ? 1 : 0), 'day', end + 1)
    }
    if ((isBack || isOn) && this.#word(at + 1) === 'fortnight') return this.#rolling(isBack ? 14 : -14, 'day', at + 2)
    const { count, end } = this.#countAt(at)
    const unit = unitOf(this.#word(end))
    if (count === undefined || unit === undefined || this.#word(end + 1) !== 'ago') return undefined
    const day = stepBack(this.#today, count, unit)
    return unit === 'day' ? { from: day, to: day, end: end + 2 } : { ...unitAround(day, unit), end: end + 2 }
  }

  #countAt(at: number): { count: number | undefined; end: number } {
    const word = this.#word(at)
    if (word === 'a' || word === 'an') {
      const named = numberIn(this.#word(at + 1))
      if (named === undefined) return { count: 1, end: at + 1 }
      return { count: named, end: this.#word(at + 2) === 'of' ? at + 3 : at + 2 }
    }
    const count = numberIn(word)
    return { count, end: this.#word(at + 1) === 'of' ? at + 2 : at + 1 }
  }

  #rolling(count: number, unit: Unit, end: number): Found {
    const other = stepBack(this.#today, count, unit)
    if (count > 0) return { from: addDays(other, 1), to: this.#today, end, isRolling: true }
    return { from: addDays(this.#today, 1), to: other, end, isRolling: true }
  }

  /** "the beginning of the year", "end of October", "first half of 2026". */
  #edge(at: number): Found | undefined {
    const edge = this.#word(at)
    const half =
      /^(first|second)$/.test(edge) && this.#word(at + 1) === 'half' ? edge : /^h[12]$/.test(edge) ? edge : undefined
    if (half !== undefined) return this.#half(at + (edge === half && edge.length > 2 ? 2 : 1), /first|h1/.test(half))
    if (!/^(start|beginning|end|middle)$/.test(edge) || this.#word(at + 1) !== 'of') return undefined
    const first = this.#skip(at + 2, new Set(['the', 'this']))
    const unit = unitOf(this.#word(first))
    const around = unit ? { ...unitAround(this.#today, unit), end: first + 1 } : this.#span(at + 2)
    if (!around) return undefined
    const day = edge === 'end' ? around.to : around.from
    return { ...around, from: day, to: day }
  }

  #half(at: number, isFirst: boolean): Found | undefined {
    let first = this.#skip(at, new Set(['of', 'the', 'this']))
    const month =
      this.#month(first) ??
      (this.#word(first - 1) === 'the' || this.#word(first - 1) === 'this' ? this.#thisMonth(first) : undefined)
    if (month) {
      const middle = `${month.from.slice(0, 8)}15`
      return isFirst ? { ...month, to: middle } : { ...month, from: addDays(middle, 1) }
    }
    const year = yearIn(this.#word(first))
    if (year !== undefined || this.#word(first) === 'year') first++
    const of = year ?? Number(this.#today.slice(0, 4))
    return isFirst
      ? { from: `${of}-01-01`, to: `${of}-06-30`, end: first }
      : { from: `${of}-07-01`, to: `${of}-12-31`, end: first }
  }

  #thisMonth(at: number): Found | undefined {
    return this.#word(at) === 'month' ? { ...unitAround(this.#today, 'month'), end: at + 1 } : undefined
  }

  /** 2026-10-05, 5.10.2026, 05/10/2026: the day first, unless it cannot be. */
  #written(at: number): Found | undefined {
    const word = this.#word(at)
    if (isCalendarDate(word)) return { from: word, to: word, end: at + 1 }
    const parts = /^(\d{1,2})[./](\d{1,2})[./](\d{2,4})$/.exec(word)
    if (!parts) return undefined
    const year = parts[3]!.length === 2 ? `20${parts[3]}` : parts[3]!
    const [day, month] = Number(parts[2]) > 12 ? [parts[2]!, parts[1]!] : [parts[1]!, parts[2]!]
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    return isCalendarDate(date) ? { from: date, to: date, end: at + 1 } : undefined
  }

  /** "5 October", "October 5th, 2026", "the 5th of October". */
  #dayOfMonth(at: number): Found | undefined {
    const day = dayNumber(this.#word(at))
    if (day !== undefined) {
      const monthAt = this.#skip(at + 1, new Set(['of']))
      const month = monthIn(this.#word(monthAt))
      return month === undefined ? undefined : this.#dated(month, day, monthAt + 1)
    }
    const month = monthIn(this.#word(at))
    const dayAt = this.#skip(at + 1, new Set(['the']))
    const after = dayNumber(this.#word(dayAt))
    if (month === undefined || after === undefined || unitOf(this.#word(dayAt + 1))) return undefined
    return this.#dated(month, after, dayAt + 1)
  }

  #dated(month: number, day: number, end: number): Found | undefined {
    const yearAt = this.#skip(end, new Set([',', 'of']))
    const year = yearIn(this.#word(yearAt))
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

  #month(at: number): Found | undefined {
    const month = monthIn(this.#word(at))
    if (month === undefined || (isAlsoAWord(this.#word(at)) && !this.#isMonthHere(at))) return undefined
    const yearAt = this.#skip(at + 1, new Set(['of', 'in', ',']))
    const named = yearIn(this.#word(yearAt)) ?? this.#yearNamed(yearAt)
    const year = named ?? this.#yearOfMonth(month)
    const end = named === undefined ? at + 1 : yearIn(this.#word(yearAt)) === undefined ? yearAt + 2 : yearAt + 1
    return {
      from: firstDayOf(year, month),
      to: lastDayOf(year, month),
      end,
      ...(named === undefined && { isYearless: true }),
    }
  }

  /** "last year", "this year" after a month. */
  #yearNamed(at: number): number | undefined {
    const back = { last: 1, this: 0, next: -1 }[this.#word(at)]
    return back === undefined || this.#word(at + 1) !== 'year' ? undefined : Number(this.#today.slice(0, 4)) - back
  }

  /** "may" and "march" are mostly other words: as months they follow a preposition. */
  #isMonthHere(at: number): boolean {
    const before = this.#word(at - 1)
    if (yearIn(this.#word(at + 1)) !== undefined || (/^(May|March)/.test(this.#tokens[at]!.text) && at > 0)) return true
    return (
      SILENT.has(before) ||
      OPENING.has(before) ||
      /^(and|to|with|compare|than|versus|vs|or|,|last|this|-|against)$/.test(before)
    )
  }

  #yearOfMonth(month: number): number {
    const [year, now] = [Number(this.#today.slice(0, 4)), Number(this.#today.slice(5, 7))]
    return month > now ? year - 1 : year
  }

  #quarter(at: number): Found | undefined {
    const short = /^q([1-4])$/.exec(this.#word(at))?.[1]
    const ordinal =
      this.#word(at + 1) === 'quarter'
        ? ordinalIn(this.#word(at))
        : this.#word(at) === 'quarter'
          ? numberIn(this.#word(at + 1))
          : undefined
    const number = short === undefined ? ordinal : Number(short)
    if (number === undefined || number < 1 || number > 4) return undefined
    const after = at + (short === undefined ? 2 : 1)
    const yearAt = this.#skip(after, new Set(['of', 'in', ',']))
    const named = yearIn(this.#word(yearAt)) ?? this.#yearNamed(yearAt)
    const [year, month] = [Number(this.#today.slice(0, 4)), Number(this.#today.slice(5, 7))]
    const of = named ?? (number * 3 - 2 > month ? year - 1 : year)
    const end = named === undefined ? after : yearIn(this.#word(yearAt)) === undefined ? yearAt + 2 : yearAt + 1
    return {
      from: firstDayOf(of, number * 3 - 2),
      to: lastDayOf(of, number * 3),
      end,
      ...(named === undefined && { isYearless: true }),
    }
  }

  /** A weekday lies behind us, unless it is "next" or "this" one. */
  #weekday(at: number): Found | undefined {
    const which = this.#word(at)
    const isNext = /^(next|coming|this)$/.test(which)
    const first = isNext || /^(last|past)$/.test(which) ? at + 1 : at
    // "on a Monday", "at weekends": no one day.
    if (/^(a|an|any|every|each|per|which)$/.test(this.#word(at - 1))) return undefined
    const word = this.#word(first)
    if (word === 'weekend') {
      const saturday = addDays(mondayOf(this.#today), isNext ? 5 : -2)
      return { from: saturday, to: addDays(saturday, 1), end: first + 1 }
    }
    const weekday = WEEKDAYS.findIndex(
      (name) =>
        word === name || (word.length > 2 && word.length < 6 && name.startsWith(word) && WEEKDAY_SHORT.has(word)),
    )
    if (weekday < 0) return undefined
    const inThisWeek = addDays(mondayOf(this.#today), weekday)
    const day =
      which === 'next'
        ? addDays(inThisWeek, 7)
        : isNext
          ? inThisWeek
          : inThisWeek > this.#today || (inThisWeek === this.#today && first !== at)
            ? addDays(inThisWeek, -7)
            : inThisWeek
    return { from: day, to: day, end: first + 1, ...(first === at && { isWeekday: true }) }
  }

  #year(at: number): Found | undefined {
    const year = yearIn(this.#word(at))
    return year === undefined ? undefined : { from: `${year}-01-01`, to: `${year}-12-31`, end: at + 1 }
  }
}

const WEEKDAY_SHORT = new Set(['mon', 'tue', 'tues', 'wed', 'thu', 'thur', 'thurs', 'fri'])

function monthIn(word: string): number | undefined {
  const at = MONTHS.findIndex(
    (name) => name === word || (word.length >= 3 && word.length <= 4 && name.startsWith(word) && !isAlsoAWord(word)),
  )
  return at < 0 ? undefined : at + 1
}

function isAlsoAWord(word: string): boolean {
  return word === 'may' || word === 'march' || word === 'mar'
}

function yearIn(word: string): number | undefined {
  return /^(19|20)\d{2}$/.test(word) ? Number(word) : undefined
}

function dayNumber(word: string): number | undefined {
  const day = ordinalDay(word) ?? (/^\d{1,2}$/.test(word) ? Number(word) : undefined)
  return day !== undefined && day >= 1 && day <= 31 ? day : undefined
}

function ordinalDay(word: string): number | undefined {
  return /^\d/.test(word) ? ordinalIn(word) : undefined
}

/** The year of a day or month without one: when something falls due lies rather ahead than long past. */
export function towards(period: Period, today: string, isAhead: boolean): Period {
  if (!isAhead) return period
  const moved = (move: (date: string) => string) => ({
    ...period,
    from: period.from === undefined ? undefined : move(period.from),
    to: period.to === undefined ? undefined : move(period.to),
  })
  const day = period.to ?? period.from ?? today
  if (period.isWeekday) return day < today ? moved((date) => addDays(date, 7)) : period
  return period.isYearless && day < stepBack(today, 6, 'month') ? moved((date) => stepBack(date, -1, 'year')) : period
}
