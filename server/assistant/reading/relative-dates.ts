import { addDays } from '../../../shared/dates.ts'
import { stepBack, type Unit, unitAround, unitOf } from './calendar.ts'
import { DateWords, type Found } from './date-words.ts'
import { numberIn } from './number-words.ts'

/** Periods relative to today: "today", "last month", "the last 30 days", "three weeks ago". */
export class RelativeDates extends DateWords {
  at(at: number): Found | undefined {
    return this.#named(at) ?? this.#relative(at) ?? this.#counted(at)
  }

  #named(at: number): Found | undefined {
    const today = this.today
    const on = (days: number, length: number) => ({
      from: addDays(today, days),
      to: addDays(today, days),
      end: at + length,
    })
    const words = [this.word(at), this.word(at + 1), this.word(at + 2)]
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
    if (this.word(at) === 'so' && this.word(at + 1) === 'far') first += 2
    const which = this.word(first)
    if (which === 'ytd') return { from: `${this.today.slice(0, 4)}-01-01`, to: this.today, end: first + 1 }
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
    let unit = unitOf(this.word(back === undefined ? first : first + 1))
    const isPlural = this.word(first + 1).endsWith('s')
    if (back === undefined) return unit === undefined ? undefined : this.#beforeLast(first, unit)
    const isCalendar = this.word(first + 1) === 'calendar'
    if (isCalendar) unit = unitOf(this.word(first + 2))
    if (unit === undefined && which === 'last') return this.#elliptic(first)
    if (unit === undefined || unit === 'day' || isPlural) return undefined
    let end = first + (isCalendar ? 3 : 2)
    if (this.word(end) === 'so' && this.word(end + 1) === 'far') end += 2
    // "the past month" counts back from today; "the last month" is a calendar month.
    const isYearBack =
      which === 'last' &&
      unit === 'year' &&
      /^(over|throughout) the$/.test(`${this.word(first - 2)} ${this.word(first - 1)}`)
    if (which === 'past' || isYearBack)
      return { from: addDays(stepBack(this.today, 1, unit), 1), to: this.today, end, isRolling: true }
    return { ...unitAround(stepBack(unitAround(this.today, unit).from, back, unit), unit), end }
  }

  /** "this quarter than last" */
  #elliptic(at: number): Found | undefined {
    if (!/^(than|vs|versus|with|to|or|and|against)$/.test(this.word(at - 1)) || /^\p{L}/u.test(this.word(at + 1)))
      return undefined
    const current = this.tokens.findIndex(
      ({ word }, i) => i < at && word === 'this' && unitOf(this.word(i + 1)) !== undefined,
    )
    const unit = current < 0 ? undefined : unitOf(this.word(current + 1))
    if (unit === undefined) return undefined
    return { ...unitAround(stepBack(unitAround(this.today, unit).from, 1, unit), unit), end: at + 1 }
  }

  #beforeLast(at: number, unit: Unit): Found | undefined {
    if (this.word(at + 1) === 'before' && this.word(at + 2) === 'last') {
      return { ...unitAround(stepBack(unitAround(this.today, unit).from, 2, unit), unit), end: at + 3 }
    }
    if (this.word(at + 1) === 'to' && this.word(at + 2) === 'date')
      return { from: unitAround(this.today, unit).from, to: this.today, end: at + 3 }
    return undefined
  }

  /** "the last 30 days", "next two weeks", "past few months", "three weeks ago". */
  #counted(at: number): Found | undefined {
    if (this.word(at) === 'going' && this.word(at + 1) === 'back') at += 1
    const which = this.word(at)
    const isBack = /^(last|past|previous|preceding|back)$/.test(which)
    const isOn = /^(next|coming|following)$/.test(which)
    if (isBack || isOn) {
      const { count, end } = this.#countAt(at + 1)
      const unit = unitOf(this.word(end))
      if (count !== undefined && unit) return this.#rolling(isBack ? count : -count, unit, end + 1)
      if (count !== undefined && this.word(end) === 'hours')
        return this.#rolling(Math.ceil(count / 24) * (isBack ? 1 : -1) + (isBack ? 1 : 0), 'day', end + 1)
    }
    if ((isBack || isOn) && this.word(at + 1) === 'half' && this.word(at + 2) === 'year')
      return this.#rolling(isBack ? 6 : -6, 'month', at + 3)
    if ((isBack || isOn) && this.word(at + 1) === 'fortnight') return this.#rolling(isBack ? 14 : -14, 'day', at + 2)
    const { count, end } = this.#countAt(at)
    const unit = unitOf(this.word(end))
    if (count === undefined || unit === undefined || this.word(end + 1) !== 'ago') return undefined
    const day = stepBack(this.today, count, unit)
    return unit === 'day' ? { from: day, to: day, end: end + 2 } : { ...unitAround(day, unit), end: end + 2 }
  }

  #countAt(at: number): { count: number | undefined; end: number } {
    const word = this.word(at)
    if (word === 'a' || word === 'an') {
      const named = numberIn(this.word(at + 1))
      if (named === undefined) return { count: 1, end: at + 1 }
      return { count: named, end: this.word(at + 2) === 'of' ? at + 3 : at + 2 }
    }
    const count = numberIn(word)
    return { count, end: this.word(at + 1) === 'of' ? at + 2 : at + 1 }
  }

  #rolling(count: number, unit: Unit, end: number): Found {
    const other = stepBack(this.today, count, unit)
    if (count > 0) return { from: addDays(other, 1), to: this.today, end, isRolling: true }
    return { from: addDays(this.today, 1), to: other, end, isRolling: true }
  }
}
