import type { Finding } from './facts.ts'

const CODES =
  'USD|EUR|GBP|CHF|JPY|CNY|AED|SAR|QAR|KWD|BHD|OMR|EGP|MAD|TND|DZD|JOD|LBP|XOF|XAF|NGN|GHS|KES|TZS|UGX|RWF|ETB|ZAR|INR|PKR|TRY|CAD|AUD'
const SYMBOLS: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY', US$: 'USD' }
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^(?:us |american )?dollars?|^دولارا?/i, 'USD'],
  [/^euros?|^يورو/i, 'EUR'],
  [/^pounds?(?: sterling)?/i, 'GBP'],
  [/^francs? cfa|^f ?cfa/i, 'XOF'],
  [/^درهما?/, 'AED'],
  [/^ريالا?/, 'SAR'],
]
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^(?:billions?|bn|milliards?|مليار)/i, 1e9],
  [/^(?:millions?|mn|m\b|مليون)/i, 1e6],
  [/^(?:thousand|mille|k\b|ألف)/i, 1e3],
]
const NUMBER = "\\d{1,3}(?:[ .,']\\d{3}){0,5}(?:[.,]\\d{1,2})?(?!\\d)|\\d{1,15}(?:[.,]\\d{1,2})?(?!\\d)"
const SCALE = '(?:billions?|bn|milliards?|millions?|mn|thousand|mille|مليار|مليون|ألف|[mk](?![\\p{L}]))'
const FORMS = new RegExp(
  `(?<![\\p{L}\\d])(?:(?<before>${CODES}|US\\$|[$€£¥])\\s?(?<number>${NUMBER})(?:\\s?(?<scale>${SCALE}))?` +
    `|(?<number2>${NUMBER})\\s?(?:(?<scale2>${SCALE})\\s(?:de\\s|d')?)?(?<after>(?:${CODES})(?![\\p{L}])|[€£$]|(?:us |american )?dollars?|euros?|pounds? sterling|francs? cfa|f ?cfa|دولارا?|يورو|درهما?|ريالا?))`,
  'giu',
)

/** Amounts of money: "USD 10,000", "€2.5 million", "250 euros". The value is number and currency: "10000 USD". */
export function amountsIn(text: string): Finding[] {
  return [...text.matchAll(FORMS)].map((match) => {
    const groups = match.groups!
    const number = numberOf((groups.number ?? groups.number2)!) * scaleOf(groups.scale ?? groups.scale2)
    const value = `${Number(number.toPrecision(15))} ${currencyOf((groups.before ?? groups.after)!)}`
    return { start: match.index, end: match.index + match[0].length, value }
  })
}

/** A point or comma before the last one or two digits is the decimal separator; all others separate thousands. */
function numberOf(text: string): number {
  const decimal = /[.,](\d{1,2})$/.exec(text)
  const whole = (decimal ? text.slice(0, decimal.index) : text).replace(/\D/g, '')
  return Number(`${whole}.${decimal?.[1] ?? 0}`)
}

function scaleOf(word: string | undefined): number {
  return SCALES.find(([pattern]) => word !== undefined && pattern.test(word))?.[1] ?? 1
}

function currencyOf(word: string): string {
  return SYMBOLS[word] ?? NAMES.find(([pattern]) => pattern.test(word))?.[1] ?? word.toUpperCase()
}
