import { stringify } from 'csv-stringify/sync'

/** Byte order mark: without it Excel does not read the file as UTF-8. */
export const UTF8_MARK = '\uFEFF'

/** By default only the full record delimiter is quoted, but spreadsheets start a row at any line break. */
const LINE_BREAK = /[\r\n]/

/** Lines of a table (RFC 4180); text that a spreadsheet would run as a formula is prefixed with an apostrophe. */
export function csvLines(rows: readonly (readonly (string | number | null | undefined)[])[]): string {
  return stringify([...rows], { escape_formulas: true, record_delimiter: 'windows', quoted_match: LINE_BREAK })
}
