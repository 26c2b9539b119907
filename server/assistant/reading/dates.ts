import { addDays } from '../../../shared/dates.ts'
import type { Span } from '../../../shared/assistant/spans.ts'
import { isCalendarDate } from '../../../shared/text-rules.ts'
import { stepBack, unitAround, unitOf } from './calendar.ts'
import { DateParts } from './date-parts.ts'
import { DateWords, type Found, OPENING, SILENT } from './date-words.ts'
import { Halves } from './halves.ts'
import { RelativeDates } from './relative-dates.ts'
import type { Token } from './tokens.ts'
import { dayNumber, WrittenDates } from './written-dates.ts'

/** A period named in a question. */
export interface Period extends Span {
  /** index of the first token; `end` is exclusive */
  at: number
  end: number
  /** a month or day without its year: past or future, depending on the event */
  isYearless?: boolean
  isWeekday?: boolean
  /** it lies entirely after today */
  isFuture?: boolean
  /** counts back from today: "the last 30 days" */
  isRolling?: boolean
}

/** Parses a period that begins at a token; undefined where there is none. @param today the office's day */
export function periodAt(tokens: readonly Token[], at: number, today: string): Period | undefined {
  return new DateReader(tokens, today).period(at)
}

/** Periods with their prefixes: "since …", "between … and …", "the end of …". */
class DateReader extends DateWords {
  readonly #relative: RelativeDates
  readonly #written: WrittenDates
  readonly #halves: Halves
  readonly #parts: DateParts

  constructor(tokens: readonly Token[], today: string) {
    super(tokens, today)
    this.#relative = new RelativeDates(tokens, today)
    this.#written = new WrittenDates(tokens, today)
    this.#halves = new Halves(tokens, today, this.#written)
    this.#parts = new DateParts(tokens, today, (at) => this.#span(at))
  }

  period(at: number): Period | undefined {
    const match = this.#related(at)
    if (!match) return undefined
    const isFuture = match.from !== undefined && match.from > this.today
    return { ...match, at, ...(isFuture && { isFuture }) }
  }

  #related(at: number): (Span & Omit<Found, 'from' | 'to'>) | undefined {
    const word = this.word(at)
    if (word === 'between' || word === 'from') {
      const range = this.#range(at + 1)
      if (range) return range
    }
    if (!OPENING.has(word)) {
      const plain = this.past(at, SILENT)
      // "on" or "the" alone begins no date.
      return this.#range(plain) ?? this.#span(plain)
    }
    return this.#opened(at, word)
  }

  /** "since …", "before …", "up to …". */
  #opened(at: number, word: string): (Span & Omit<Found, 'from' | 'to'>) | undefined {
    const next = this.word(at + 1)
    let first = at + 1
    if ((word === 'up' && /^(to|until|till)$/.test(next)) || (word === 'prior' && next === 'to')) first++
    else if ((word === 'as' || word === 'starting') && /^(of|from|on|in)$/.test(next)) first++
    else if (/^(up|prior|as|starting)$/.test(word)) return undefined
    if (word === 'since' && next === 'before') return this.#opened(at + 1, next)
    const span = this.#span(this.past(first, SILENT))
    if (!span) return undefined
    const { from, to, ...rest } = span
    if (word === 'since' || word === 'from' || word === 'starting' || word === 'as') {
      const end = /^(on|onwards?|forward)$/.test(this.word(span.end)) ? span.end + 1 : span.end
      return { ...rest, from, end }
    }
    if (word === 'after') return { ...rest, from: addDays(to, 1) }
    // "before the end of the month" includes its last day.
    const isEnd = this.word(this.past(first, SILENT)) === 'end'
    if (word === 'before' || word === 'prior') return { ...rest, to: isEnd ? to : addDays(from, -1) }
    return { ...rest, to }
  }

  /** "1 March to 15 March", "October and November", "1-15 October". */
  #range(at: number): (Span & Omit<Found, 'from' | 'to'>) | undefined {
    const days = this.#daysOfMonth(at)
    if (days) return days
    const first = this.#span(this.past(at, SILENT))
    if (!first) return undefined
    const joint = this.word(first.end)
    const isBetween = this.word(at - 1) === 'between'
    const joins = isBetween ? /^(and|to|-)$/ : /^(to|until|till|through|-)$/
    if (!joins.test(joint)) return undefined
    const second = this.#span(this.past(first.end + 1, SILENT)) ?? this.#nowAt(first.end + 1)
    if (!second) return undefined
    const isBackwards = second.to < first.from
    const isYearless = first.isYearless === true && second.isYearless === true
    const from = isBackwards ? stepBack(first.from, 12, 'month') : first.from
    return { from, to: second.to, end: second.end, ...(isYearless && { isYearless }) }
  }

  /** "between 1 and 15 October", "1-15 October 2026". */
  #daysOfMonth(at: number): Found | undefined {
    const first = dayNumber(this.word(at))
    if (first === undefined || !/^(and|to|-|until|till)$/.test(this.word(at + 1))) return undefined
    const last = this.#written.dayOfMonth(at + 2)
    if (!last) return undefined
    const from = `${last.from.slice(0, 8)}${String(first).padStart(2, '0')}`
    return isCalendarDate(from) && from <= last.to ? { ...last, from } : undefined
  }

  #nowAt(at: number): Found | undefined {
    return /^(now|today)$/.test(this.word(at)) ? { from: this.today, to: this.today, end: at + 1 } : undefined
  }

  #span(at: number): Found | undefined {
    const unit = unitOf(this.word(at))
    if (unit && this.word(at + 1) === 'of' && !/^(each|every|per|by|any|which|what)$/.test(this.word(at - 1))) {
      // "the month of October", "the week of 2 November"
      const within = this.#span(at + 2)
      if (within) return { ...within, ...unitAround(within.from, unit) }
    }
    return this.#parts.at(at) ?? this.#relative.at(at) ?? this.#halves.at(at) ?? this.#written.at(at)
  }
}
