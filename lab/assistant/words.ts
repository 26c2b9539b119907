import { MONTHS as MONTH_NAMES } from '../../shared/dates.ts'
import { fold } from '../../shared/fold.ts'
import { NUMBER_WORDS } from '../../server/assistant/reading/number-words.ts'
import { FIRST_DEPARTMENTS } from '../../shared/departments.ts'

const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
/** Numbers that are not counts: request ids, dates, times. */
const NO_COUNTS = new RegExp(
  [
    String.raw`rfd-\d{4}-\d+`,
    String.raw`\d{4}-\d{2}(?:-\d{2})?`,
    String.raw`\b\d{1,2}:\d{2}\b`,
    String.raw`\b(?:\d{1,2} ?(?:-|to|and) ?)?\d{1,2}\.? (?:${MONTHS})\b(?: \d{4})?`,
    String.raw`\b(?:${MONTHS}) (?:\d{1,2}(?:,? \d{4})?\b|\d{4}\b)`,
    String.raw`\b(?:by|took) (?:more|less) than \d+ days?\b`,
    String.raw`\bq[1-4]\b`,
    String.raw`\b20\d{2}\b`,
  ].join('|'),
  'gi',
)
const NONE =
  /\b(?:no|none|nothing|nobody|never|neither|not any|not a single|isn't any|aren't any|have not|has not|haven't|hasn't)\b/i

/** The numbers of a text in order, in digits or as small number words. */
export function numbersIn(text: string): number[] {
  const plain = text.replace(NO_COUNTS, ' ')
  const matches = plain.matchAll(/(?<![\w.])(\d{1,3}(?:[, ]\d{3})+|\d+)(\.\d+)?(?!\w)|\b([a-z]+)\b/gi)
  return [...matches].flatMap(([, whole, fraction = '', word]) => {
    if (whole) return Number(whole.replace(/[, ]/g, '') + fraction)
    const index = NUMBER_WORDS.indexOf(word!.toLowerCase())
    return index < 0 ? [] : index
  })
}

/** "one" is rarely a count in a question ("which one"). */
export function numbersAsked(questions: readonly string[]): Set<number> {
  return new Set(numbersIn(questions.join('\n').replace(/\bones?\b/gi, ' ')))
}

export function saysNone(text: string): boolean {
  return NONE.test(text)
}

export function sentencesOf(text: string): string[] {
  return text.split(/\n+|(?<=[.!?])\s+(?=[\p{Lu}\d"'])/u).filter((sentence) => sentence.trim() !== '')
}

export interface Duration {
  days: number
  /** rounding tolerance: maximum distance of the exact value */
  slack: number
}

const UNIT_DAYS = { hour: 1 / 24, day: 1, week: 7, month: 30.4 }

/** Durations in a text: "12 days", "3.5 weeks". */
export function durationsIn(text: string): Duration[] {
  const matches = text.matchAll(/(?<![\w.-])(\d+(?:,\d{3})*(?:\.\d+)?|an?) (?:calendar )?(hour|day|week|month)s?\b/gi)
  return [...matches].map(([, amount = '', unit = '']) => {
    const each = UNIT_DAYS[unit.toLowerCase() as keyof typeof UNIT_DAYS]
    const number = /^an?$/i.test(amount) ? 1 : Number(amount.replaceAll(',', ''))
    return { days: number * each, slack: each * (amount.includes('.') ? 0.06 : 0.55) + 0.02 * number * each }
  })
}

export function isAbout({ days, slack }: Duration, value: number): boolean {
  return Math.abs(days - value) <= slack
}

export interface Place {
  from: number
  to: number
}

/** Positions of the names in a text, in order; a longer name hides shorter ones within it. */
export function placesOf(text: string, names: readonly string[]): Place[] {
  const folded = fold(text)
  const places = names.flatMap((name) => {
    // "IT" and "May" are ordinary words in lower case, so short names are matched case-sensitively.
    const isShort = name.length <= 3
    const pattern = new RegExp(String.raw`(?<![\p{L}\d])${literally(isShort ? name : fold(name))}(?![\p{L}\d])`, 'gu')
    return [...(isShort ? text : folded).matchAll(pattern)].map(({ 0: hit, index }) => ({
      from: index,
      to: index + hit.length,
    }))
  })
  const isHidden = (one: Place) =>
    places.some((other) => other.from <= one.from && one.to <= other.to && other.to - other.from > one.to - one.from)
  return places.filter((one) => !isHidden(one)).sort((a, b) => a.from - b.from)
}

export function isNamed(text: string, names: readonly string[]): boolean {
  return placesOf(text, names).length > 0
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

const SHORT_DEPARTMENTS: Record<string, string[]> = { 'IT Development': ['IT'], 'Data Management': ['Data'] }

/** Names that an answer may use for a group: people by first name, months as people write them. */
export function namesOf(group: string): string[] {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(group) ?? []
  if (month) {
    const long = MONTH_NAMES[Number(month) - 1]!
    return [group, `${long} ${year}`, long, long.slice(0, 3)]
  }
  if (group === 'Pending Review') return [group, 'Pending']
  if (group in SHORT_DEPARTMENTS) return [group, ...SHORT_DEPARTMENTS[group]!]
  const isDepartment = FIRST_DEPARTMENTS.all.some(({ name }) => name === group)
  return isDepartment || !group.includes(' ') ? [group] : [group, ...group.split(' ')]
}

/** A date in the forms in which people write it. */
export function dateNames(date: string): string[] {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const long = MONTH_NAMES[month - 1]!
  const short = long.slice(0, 3)
  return [date, `${day} ${long}`, `${day} ${short}`, `${long} ${day}`, `${short} ${day}`, `${day}.${month}.${year}`]
}
