import { addDays } from '../../../shared/dates.ts'
import { endOfMonth, partsOfDate } from './calendar.ts'
import { findDates, MONTH } from './dates.ts'

/** A bare "Q3 2025" is a deadline where it stands alone, as in a table's cell; "the Q3 2025 figures" is none. */
const QUARTER =
  /(?:\b(?:end|close) of (?:the |this )?(?:(first|second|third|fourth|1st|2nd|3rd|4th|next) )?quarter(?: of (20\d\d))?|(?:^\s*|\b(?:by|before|until|till|in|during|due|deadline|target|end of)[\s:]{1,3}(?:the )?)q([1-4])[ /-]?(20\d\d)|\bfin du (?:(premier|deuxième|troisième|quatrième|prochain) )?trimestre|نهاية (?:هذا )?الربع)/iu
const YEAR_END =
  /\b(?:end of (?:the |this )?(?:calendar )?year|year-end|end of (20\d\d)|fin de (?:l'année|(20\d\d)))|نهاية (?:هذا )?(?:العام|السنة)/iu
const MONTH_END = /\bend of (?:the|this) month|\bfin du mois|نهاية (?:هذا )?الشهر/iu
const END_OF = new RegExp(
  `(?:\\b(?:end of|late|fin(?: de)?)|نهاية(?: شهر)?)\\s(${MONTH})(?:\\s(20\\d\\d))?(?![\\p{L}])`,
  'iu',
)
const NEXT = /\b(?:by |before )?(?:the )?end of (?:the |this )?week\b/iu

const ORDINALS: Record<string, number> = {
  first: 1, second: 2, third: 3, fourth: 4, '1st': 1, '2nd': 2, '3rd': 3, '4th': 4,
  premier: 1, deuxième: 2, troisième: 3, quatrième: 4,
} // prettier-ignore

/** The last day of the quarter, year, month or week whose end a text names; null if it names none. */
export function endOfPeriod(text: string, writtenOn: string): string | null {
  const { year, month } = partsOfDate(writtenOn)
  const quarter = QUARTER.exec(text)
  if (quarter) {
    const named = quarter[3] ? Number(quarter[3]) : ORDINALS[(quarter[1] ?? quarter[5] ?? '').toLowerCase()]
    const isNext = /next|prochain/i.test(quarter[0])
    const number = named ?? Math.ceil(month / 3) + Number(isNext)
    return endOfMonth(Number(quarter[2] ?? quarter[4] ?? year), number * 3)
  }
  const yearEnd = YEAR_END.exec(text)
  if (yearEnd) return endOfMonth(Number(yearEnd[1] ?? yearEnd[2] ?? year), 12)
  if (MONTH_END.test(text)) return endOfMonth(year, month)
  const endOf = END_OF.exec(text)
  if (endOf) {
    const [first] = findDates(`1 ${endOf[1]!}${endOf[2] ? ` ${endOf[2]}` : ''}`, writtenOn, false)
    if (first?.value) return endOfMonth(partsOfDate(first.value).year, partsOfDate(first.value).month)
  }
  if (!NEXT.test(text)) return null
  const weekday = new Date(Date.parse(writtenOn)).getUTCDay()
  return addDays(writtenOn, (5 - weekday + 7) % 7)
}
