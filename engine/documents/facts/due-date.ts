import { addDays } from '../../../shared/dates.ts'
import type { WorkCalendar } from '../../durations/work-days.ts'
import { OTHERS } from '../requirements/cue-words.ts'
import { addMonths, addWorkDays, endOfMonth } from './calendar.ts'
import { findDates, westernDigits, writesMonthFirst, type FoundDate } from './dates.ts'
import { endOfPeriod } from './period-end.ts'

/** The reference for a document's relative and incomplete dates. */
export interface DateBase {
  /** the document's own date, or today if it has none */
  writtenOn: string
  monthFirst: boolean
  /** counts "within ten working days"; Monday to Friday when left out */
  calendar?: WorkCalendar | undefined
}

/** The reference of a document. @param today that of a document without its own date */
export function baseOf(
  text: string,
  { today, calendar }: { today: string; calendar?: WorkCalendar | undefined },
): DateBase {
  const monthFirst = writesMonthFirst(text)
  return { writtenOn: ownDate(text, today, monthFirst) ?? today, monthFirst, calendar }
}

/** The words that make the following date a deadline. */
const BEFORE =
  /(?:\b(?:by|before|until|till|due(?: date)?|deadline|latest|later than|on or before|ready for|in time for|effective|from|starting|au plus tard|avant|d'ici|jusqu'au?|pour|échéance|délai)|قبل|بحلول|أقصاه|أقصاها|حتى|لغاية|تاريخ)[\s:(]{0,3}(?:(?:the|on|at|le|la|au|du|than|is|that|end of|fin|la fin de|تاريخ|يوم|نهاية|شهر)\s){0,3}(?:[\p{L}]{3,12},?\s)?$/iu

const NUMBERS: Record<string, number> = {
  one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, fourteen: 14, fifteen: 15,
  twenty: 20, thirty: 30, sixty: 60, ninety: 90, a: 1, un: 1, une: 1, deux: 2, trois: 3, quatre: 4, cinq: 5, six_: 6,
  dix: 10, quinze: 15, trente: 30, soixante: 60, شهر: 1, أسبوع: 1, أسبوعين: 2, شهرين: 2, ثلاثين: 30, ثلاثة: 3,
} // prettier-ignore
const COUNT = `(?:\\d{1,3}|${Object.keys(NUMBERS).join('|')})`
const WITHIN = new RegExp(
  `(?:\\b(?:within|in|inside|over|during|dans(?: un délai de| les)?|sous(?: un délai de)?|d'ici|endéans)(?: the(?: next)?)?|خلال|في غضون|في ظرف)\\s{1,3}(${COUNT})?(?:\\s{1,3}\\(\\d{1,3}\\))?\\s{0,3}` +
    `(calendar |working |business )?(days?|weeks?|months?|jours?|semaines?|mois|يوما|يومًا|أيام|يوم|أسبوعين|أسبوعا|أسبوع|أسابيع|شهرين|شهرا|شهر|أشهر|شهور)(?![\\p{L}])( ouvrables| ouvrés)?`,
  'iu',
)
/** "Thirty days before expiry" and "within ten days of each month" give no date. */
const RECURRING =
  /^[^.;]{0,12}\b(?:after (?!(?:the date of )?(?:this|receipt|signature))|before|prior to|of (?:each|every|the end|arriv|regist|expiry)|following (?:the end|each|every)|chaque|après|avant|من تاريخ كل)/iu
/** "Guarantees that expire within a month" says which guarantees, not when. */
const RELATIVE = /\b(?:that|which|who)\s(?:(?:will|would|may|might|can|do not|does not)\s)?\p{L}+\s$/iu
/** "Importers must present the goods within three days" sets a deadline for importers, not for the office. */
const DUTY_OF_OTHERS = new RegExp(
  `\\b(?:${OTHERS})(?:,? (?:who|which))? (?:(?:shall|must|ha(?:s|ve) to|(?:is|are) (?:obliged|required|bound|supposed|allowed|entitled) to|may|can) (?!be\\b)|(?:is|are) given )[^.;]*`,
  'giu',
)

/**
 * The deadline in a text: a date after a deadline word, or a period counted from the document's own date. Null if there is
 * none.
 */
export function dueDateOf(text: string, base: DateBase): string | null {
  const western = westernDigits(text)
  const date = findDates(western, base.writtenOn, base.monthFirst).find(({ start }) =>
    BEFORE.test(western.slice(Math.max(0, start - 60), start)),
  )
  if (date) return lastDayOf(date)
  return termOf(western.replace(DUTY_OF_OTHERS, ' '), base)
}

/** A date in a due-date column needs no deadline word. */
export function dateInCell(text: string, base: DateBase): string | null {
  const [date] = findDates(westernDigits(text), base.writtenOn, base.monthFirst)
  return date ? lastDayOf(date) : termOf(westernDigits(text), base)
}

function lastDayOf(date: FoundDate): string {
  return date.value ?? endOfMonth(date.month!.year, date.month!.month)
}

function termOf(text: string, base: DateBase): string | null {
  return endOfPeriod(text, base.writtenOn) ?? withinOf(text, base)
}

function withinOf(text: string, { writtenOn, calendar }: DateBase): string | null {
  const match = WITHIN.exec(text)
  if (!match || RECURRING.test(text.slice(match.index + match[0].length))) return null
  if (RELATIVE.test(text.slice(Math.max(0, match.index - 60), match.index))) return null
  const unit = match[3]!.toLowerCase()
  const isPair = unit.endsWith('ين') && !match[1]
  const count = match[1]
    ? (NUMBERS[match[1].toLowerCase()] ?? Number(match[1]))
    : isPair
      ? 2
      : /^[\u0600-\u06ff]/.test(unit)
        ? 1
        : NaN
  if (!Number.isFinite(count)) return null
  if (/^(?:month|mois|شهر|أشهر|شهور)/.test(unit)) return addMonths(writtenOn, count)
  if (/^(?:week|semaine|أسب)/.test(unit)) return addDays(writtenOn, 7 * count)
  const isWorking = /working|business/i.test(match[2] ?? '') || match[4] !== undefined
  return isWorking ? addWorkDays(writtenOn, count, calendar) : addDays(writtenOn, count)
}

const OWN_DATE = /^(?:date[d]?\b|le\s+\d|التاريخ|بتاريخ|\d)/i
/** The document date is looked up only within the beginning. UTF-16 units. */
const BEGINNING = 2500

/**
 * The document's own date: a line of its own or after "Date:", otherwise the first date in the beginning; null if there is
 * none.
 */
export function ownDate(text: string, today: string, monthFirst: boolean): string | null {
  const beginning = text.slice(0, BEGINNING)
  let first: string | null = null
  let at = 0
  for (const line of beginning.split('\n')) {
    at += line.length + 1
    const [date] = findDates(line, today, monthFirst).filter(({ value }) => value !== null)
    if (!date || BEFORE.test(line.slice(0, date.start).replace(/(?:date|التاريخ|بتاريخ)[\s:]*$/i, ''))) continue
    if (line.trim().length <= date.end - date.start + 30 && OWN_DATE.test(line.trim())) return date.value
    first ??= date.value
  }
  return first
}
