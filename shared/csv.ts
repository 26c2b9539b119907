/** Byte order mark: without it, Excel does not read the file as UTF-8. */
export const UTF8_MARK = '\uFEFF'

export type CsvCell = string | number | null | undefined

/** Lines of a table (RFC 4180) without formulas. Every CSV file of the product is written here. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')
}

function cellText(cell: CsvCell): string {
  const text = typeof cell === 'string' ? withoutFormulas(cell) : String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A sign that begins a formula where a spreadsheet may begin a cell: at the text's beginning and behind each semicolon, tab
 * or line end, because where Excel splits at semicolons, quotes within a field mean nothing. Before the sign stand what
 * spreadsheets skip (blanks, invisible characters, quotes), after it the text up to the next such place.
 */
const FORMULA =
  /(^|[;\t-\r\x85\u2028\u2029])([[\s\p{Cc}\p{Cf}"]--[\t-\r\x85\u2028\u2029]]*)([=+\-@＝＋－＠])([^;\t-\r\x85\u2028\u2029]*)/gv
/** What follows the sign of a number or a telephone number. */
const NUMBER = /^ ?\(?\d[\d\s.,\(\)\/%\-]*$/v
/** Every function, link or call of another program needs one of these. */
const CALL = /[\(\|!（｜！]/v

/** The text with an apostrophe before each beginning of a formula, so that spreadsheets take it as text. */
export function withoutFormulas(text: string): string {
  return text.replace(FORMULA, (whole, before: string, skipped: string, sign: string, rest: string) =>
    isHarmless(before !== '', sign, rest) ? whole : `${before}'${skipped}${sign}${rest}`,
  )
}

function isHarmless(isWithin: boolean, sign: string, rest: string): boolean {
  if (/[=＝]/.test(sign)) return false
  const isNumber = /[+-]/.test(sign) && NUMBER.test(rest)
  // `- one more point`, `-5 kg`. At the beginning of the text, a spreadsheet would show an error instead.
  const isPoint = isWithin && /^(\s|\d|$)/.test(rest) && !CALL.test(rest)
  return isNumber || isPoint
}
