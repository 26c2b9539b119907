import { stringify } from 'csv-stringify/sync'

/** Excel takes a table for UTF-8 only when it begins with this. */
export const UTF8_MARK = '\uFEFF'

/** By itself only the whole delimiter is quoted, but spreadsheets begin a row at any line break. */
const LINE_BREAK = /[\r\n]/

/** Lines of a table as RFC 4180 has them; what a spreadsheet would run as a formula begins with an apostrophe. */
export function csvLines(rows: readonly (readonly (string | number | null | undefined)[])[]): string {
  return stringify([...rows], { escape_formulas: true, record_delimiter: 'windows', quoted_match: LINE_BREAK })
}
