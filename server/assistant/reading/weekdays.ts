import { addDays, mondayOf } from '../../../shared/dates.ts'
import { DateWords, type Found } from './date-words.ts'

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const WEEKDAY_SHORT = new Set(['mon', 'tue', 'tues', 'wed', 'thu', 'thur', 'thurs', 'fri'])

/** "Friday", "next Monday", "last weekend". */
export class Weekdays extends DateWords {
  /** A weekday is in the past, unless it is "next" or "this" one. */
  at(at: number): Found | undefined {
    const which = this.word(at)
    const isNext = /^(next|coming|this)$/.test(which)
    const first = isNext || /^(last|past)$/.test(which) ? at + 1 : at
    // "on a Monday", "at weekends": not a particular day.
    if (/^(a|an|any|every|each|per|which)$/.test(this.word(at - 1))) return undefined
    const word = this.word(first)
    const isWeekday = first === at
    if (word === 'weekend') {
      const inThisWeek = addDays(mondayOf(this.today), 5)
      const isAfterThis = which === 'next' && this.today >= inThisWeek
      const saturday = isAfterThis || !isNext ? addDays(inThisWeek, isNext ? 7 : -7) : inThisWeek
      return { from: saturday, to: addDays(saturday, 1), end: first + 1, ...(isWeekday && { isWeekday }) }
    }
    const weekday = WEEKDAYS.findIndex(
      (name) =>
        word === name || (word.length > 2 && word.length < 6 && name.startsWith(word) && WEEKDAY_SHORT.has(word)),
    )
    if (weekday < 0) return undefined
    const inThisWeek = addDays(mondayOf(this.today), weekday)
    const day =
      which === 'next' || (which === 'coming' && inThisWeek <= this.today)
        ? addDays(inThisWeek, 7)
        : isNext
          ? inThisWeek
          : inThisWeek > this.today || (inThisWeek === this.today && first !== at)
            ? addDays(inThisWeek, -7)
            : inThisWeek
    return { from: day, to: day, end: first + 1, ...(isWeekday && { isWeekday }) }
  }
}
