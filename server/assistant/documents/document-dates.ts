import { firstDayOf, lastDayOf, type Span, spanInWords } from '../../../shared/assistant/spans.ts'
import { addDays, mondayOf } from '../../../shared/dates.ts'
import { latestYearOf, MONTH_NAMES, monthNamed } from '../../../shared/written-dates.ts'

/** The date of a document in a question, and the question without it. */
export interface DatedQuestion {
  text: string
  /** inclusive; undefined where no time is named */
  span: { from: string; to: string } | undefined
  inWords: string
}

const MONTH = `(?:${MONTH_NAMES.map((name) => (name === 'may' ? 'may' : `${name.slice(0, 3)}(?:${name.slice(3)})?`)).join('|')}|sept)`
const DAY = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?(${MONTH})\\.?,?(?: (\\d{4}))?\\b`, 'i')
const DAY_BEHIND = new RegExp(`\\b(${MONTH}) (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?\\b`, 'i')
const ISO = /\b(\d{4})-(\d{2})-(\d{2})\b/
const MONTH_YEAR = new RegExp(`\\b(${MONTH})\\.?,? (\\d{4})\\b`, 'i')
/** "It may say" has no month in it. */
const MAY =
  /\b(?:of|in|from|since|dated|last|'s|’s|the|its|this) (May)\b|\b(?:of|from|dated|last|in) (may)\b|\b(May|may) (?=letter|memo|minutes|circular|document|report)/
const MONTH_ALONE = new RegExp(`\\b(?!may\\b)(${MONTH})\\b(?!\\.\\w)`, 'i')
const YEAR = /\b(?:of|in|from|dated) (20\d\d)\b/
const LEAD = /\b(?:dated|from|of|in|on)(?: the)?\s+(?=\0)/gi

/** Parses a document's date: "of May", "dated 12 May 2026", "from last week". */
export function readDate(question: string, today: string): DatedQuestion {
  const match = dateIn(question, today)
  if (!match) return { text: question, span: undefined, inWords: '' }
  const text = question.replace(match.words, '\0').replace(LEAD, '').replace('\0', ' ')
  const span = { from: match.span.from!, to: match.span.to! }
  return { text, span, inWords: spanInWords(span) }
}

interface FoundDate {
  words: string
  span: Span
}

function dateIn(question: string, today: string): FoundDate | undefined {
  const iso = ISO.exec(question)
  if (iso) return { words: iso[0], span: { from: iso[0], to: iso[0] } }
  const day = DAY.exec(question)
  if (day) return dayOf(day[0], Number(day[1]), day[2]!, day[3], today)
  const behind = DAY_BEHIND.exec(question)
  if (behind) return dayOf(behind[0], Number(behind[2]), behind[1]!, behind[3], today)
  const monthYear = MONTH_YEAR.exec(question)
  if (monthYear) return monthOf(monthYear[0], monthYear[1]!, Number(monthYear[2]))
  const may = MAY.exec(question)
  const alone = may ?? MONTH_ALONE.exec(question)
  if (alone) {
    const name = alone[1] ?? alone[2] ?? alone[3]!
    return monthOf(name, name, latestYearOf(numberOf(name), today))
  }
  return relativeIn(question, today) ?? yearIn(question)
}

function numberOf(name: string): number {
  // The expressions above match nothing else.
  return monthNamed(name.slice(0, 3))!
}

function dayOf(words: string, day: number, name: string, year: string | undefined, today: string): FoundDate {
  const month = numberOf(name)
  const from = `${year ?? latestYearOf(month, today)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return { words, span: { from, to: from } }
}

function monthOf(words: string, name: string, year: number): FoundDate {
  const month = numberOf(name)
  return { words, span: { from: firstDayOf(year, month), to: lastDayOf(year, month) } }
}

function yearIn(question: string): FoundDate | undefined {
  const [, year] = YEAR.exec(question) ?? []
  return year === undefined ? undefined : { words: year, span: { from: `${year}-01-01`, to: `${year}-12-31` } }
}

function relativeIn(question: string, today: string): FoundDate | undefined {
  const [words, , which, unit] =
    /\b(yesterday|today|(last|previous|this|past) (week|month|year))(?:'s|’s)?(?=\b|\s|$)/i.exec(question) ?? []
  if (words === undefined) return undefined
  if (unit === undefined) {
    const day = /^y/i.test(words) ? addDays(today, -1) : today
    return { words, span: { from: day, to: day } }
  }
  const back = which!.toLowerCase() === 'this' ? 0 : 1
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  if (unit.toLowerCase() === 'year')
    return { words, span: { from: `${year - back}-01-01`, to: `${year - back}-12-31` } }
  if (unit.toLowerCase() === 'month')
    return { words, span: { from: firstDayOf(year, month - back), to: lastDayOf(year, month - back) } }
  const monday = addDays(mondayOf(today), -7 * back)
  return { words, span: { from: monday, to: addDays(monday, 6) } }
}
