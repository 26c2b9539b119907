import { language } from './language.ts'

/** Building a formatter costs a hundred times as much as using it. */
function reused<Options, Formatter>(build: (locale: string, options?: Options) => Formatter) {
  const built = new Map<string, Formatter>()
  return (locale: string, options?: Options): Formatter => {
    const key = `${locale} ${JSON.stringify(options)}`
    let formatter = built.get(key)
    if (!formatter) built.set(key, (formatter = build(locale, options)))
    return formatter
  }
}

const numbers = reused((locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))
const lists = reused((locale, options?: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options))
const dates = reused((locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options))
const orders = reused((locale) => new Intl.Collator(locale))

/** 1284 → "1,284" */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return numbers(language().locale, options).format(value)
}

/** "PDF, DOC, and DOCX"; with `disjunction`, "PDF, DOC, or DOCX". */
export function formatList(items: Iterable<string>, type: Intl.ListFormatType = 'conjunction'): string {
  return lists(language().locale, { type }).format(items)
}

/** @throws RangeError for a time zone that this machine does not know */
export function formatDate(at: Date, options: Intl.DateTimeFormatOptions): string {
  return dates(language().dateLocale, options).format(at)
}

/** For `sort`: the alphabetical order. */
export function compareNames(a: string, b: string): number {
  return orders(language().locale).compare(a, b)
}
