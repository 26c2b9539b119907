import { dateOf, dayAndMonth, MONTH_NAMES } from '../../../shared/written-dates.ts'
import { partsOfDate } from './calendar.ts'

export interface FoundDate {
  start: number
  end: number
  /** `YYYY-MM-DD`; null for a month without a day, which has `month` instead */
  value: string | null
  month?: { year: number; month: number }
}

/** In French and Arabic; English names come from `MONTH_NAMES`. */
const NAMES: readonly (readonly string[])[] = [
  ['janvier', 'janv', 'يناير', 'كانون الثاني'],
  ['février', 'fevrier', 'févr', 'فبراير', 'شباط'],
  ['mars', 'مارس', 'آذار'],
  ['avril', 'avr', 'أبريل', 'ابريل', 'إبريل', 'نيسان'],
  ['mai', 'مايو', 'ماي', 'أيار'],
  ['juin', 'يونيو', 'حزيران'],
  ['juillet', 'juil', 'يوليو', 'تموز'],
  ['août', 'aout', 'أغسطس', 'اغسطس', 'آب'],
  ['sept', 'septembre', 'سبتمبر', 'أيلول'],
  ['octobre', 'أكتوبر', 'اكتوبر', 'تشرين الأول'],
  ['novembre', 'نوفمبر', 'تشرين الثاني'],
  ['décembre', 'decembre', 'déc', 'ديسمبر', 'كانون الأول'],
]
const MONTHS = new Map(
  MONTH_NAMES.flatMap((name, i) => [name, name.slice(0, 3), ...NAMES[i]!].map((one) => [one, i + 1] as const)),
)
/** Longer names first, so that "september" is not matched as "sep". */
export const MONTH = [...MONTHS.keys()].sort((a, b) => b.length - a.length).join('|')
/** "févr", "sept" */
const MAX_SHORT_FORM_LENGTH = 4
const GAP = '[\\s\\u00a0]{1,3}'
const YEAR = '(?:19|20)\\d{2}'

const FORMS = new RegExp(
  [
    `(?<iso>${YEAR}-\\d{2}-\\d{2})`,
    `(?<numbers>\\d{1,2}[./-]\\d{1,2}[./-]${YEAR})`,
    `(?<day>\\d{1,2})(?:st|nd|rd|th|er)?(?:${GAP}of)?${GAP}(?<name>${MONTH})(?:\\.?,?${GAP}(?<year>${YEAR}))?(?![\\p{L}\\d])`,
    `(?<name2>${MONTH})\\.?${GAP}(?<day2>\\d{1,2})(?:st|nd|rd|th)?(?:,?${GAP}(?<year2>${YEAR}))?(?![\\p{L}\\d])`,
    `(?<name3>${MONTH})\\.?,?${GAP}(?<year3>${YEAR})`,
  ]
    .map((form) => `(?<![\\p{L}\\d./-])${form}(?![\\d/-]|\\.\\d)`)
    .join('|'),
  'giu',
)

/** Converts Arabic digits to Western ones; the length is unchanged. */
export function westernDigits(text: string): string {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
}

/**
 * Finds dates as people write them in English, French and Arabic.
 * @param base a date without a year is the one nearest to this date
 * @param monthFirst 05/04 is in May
 */
export function findDates(text: string, base: string, monthFirst: boolean): FoundDate[] {
  return [...westernDigits(text).matchAll(FORMS)].flatMap((match): FoundDate[] => {
    const place = { start: match.index, end: match.index + match[0].length }
    const groups = match.groups!
    if (groups.name3) {
      return [{ ...place, value: null, month: { year: Number(groups.year3), month: monthOf(groups.name3) } }]
    }
    if (endsSentence(groups.name2, match[0])) return []
    const value = valueOf(groups, base, monthFirst)
    return value === null ? [] : [{ ...place, value }]
  })
}

/** "In September. 3. Any other business": a full stop follows only abbreviated month names within a date. */
function endsSentence(month: string | undefined, words: string): boolean {
  return month !== undefined && month.length > MAX_SHORT_FORM_LENGTH && words[month.length] === '.'
}

function valueOf(groups: Record<string, string | undefined>, base: string, monthFirst: boolean): string | null {
  if (groups.iso) return dateOf(...(groups.iso.split('-').map(Number) as [number, number, number]))
  if (groups.numbers) {
    const [first, second, year] = groups.numbers.split(/[./-]/).map(Number) as [number, number, number]
    const { day, month } = dayAndMonth(first, second, monthFirst)
    return dateOf(year, month, day)
  }
  const month = monthOf(groups.name ?? groups.name2!)
  const day = Number(groups.day ?? groups.day2)
  const year = groups.year ?? groups.year2
  return year ? dateOf(Number(year), month, day) : nearest(base, month, day)
}

function monthOf(name: string): number {
  return MONTHS.get(name.toLowerCase())!
}

/** The occurrence of a day without a year that is closest to the base, at most 120 days before it. */
function nearest(base: string, month: number, day: number): string | null {
  const { year } = partsOfDate(base)
  const candidate = dateOf(year, month, day)
  if (candidate === null) return null
  const days = (Date.parse(candidate) - Date.parse(base)) / 86_400_000
  if (days < -120) return dateOf(year + 1, month, day)
  return days > 300 ? dateOf(year - 1, month, day) : candidate
}

/** Whether a document writes the month before the day, judged by its unambiguous dates. */
export function writesMonthFirst(text: string): boolean {
  let dayFirst = 0
  let monthFirst = 0
  for (const [, first, second] of text.matchAll(/(?<!\d)(\d{1,2})[./-](\d{1,2})[./-](?:19|20)\d{2}/g)) {
    if (Number(first) > 12) dayFirst++
    else if (Number(second) > 12) monthFirst++
  }
  return monthFirst > dayFirst
}
