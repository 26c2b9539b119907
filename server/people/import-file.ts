import { parse } from 'csv-parse/sync'
import { IMPORT_COLUMNS, IMPORT_LIMITS } from '../../shared/people-import.ts'
import { fieldError } from '../errors.ts'

type Column = (typeof IMPORT_COLUMNS)[number]
/** A line of the file with its number, and its cells by known column. */
export interface FileRow {
  line: number
  cells: Record<Column, string>
}

const REQUIRED = IMPORT_COLUMNS.filter((column) => column !== 'department')
const NAMES = 'full name, username, email and role, and department if you like'

/**
 * The lines of a CSV file: separated by commas, semicolons or tabs, as spreadsheets in different countries write them.
 * @throws AppError `bad-input` for an invalid file
 */
export function readImportFile(csv: string): FileRow[] {
  const [head, ...rows] = recordsIn(csv)
  if (!head) throw fieldError('bad-input', 'csv', 'This file is empty.')
  const places = new Map(head.record.map((name, at) => [name.trim().toLowerCase(), at]))
  const missing = REQUIRED.filter((column) => !places.has(column))
  if (missing.length > 0) {
    const message = `The first line must name the columns: ${NAMES}. Missing: ${missing.join(', ')}.`
    throw fieldError('bad-input', 'csv', message)
  }
  if (rows.length > IMPORT_LIMITS.people) {
    const message = `At most ${IMPORT_LIMITS.people} people at a time. This file has more.`
    throw fieldError('bad-input', 'csv', message)
  }
  return rows.map(({ record, line }) => {
    const cell = (column: Column) => record[places.get(column) ?? -1]?.trim() ?? ''
    const cells = Object.fromEntries(IMPORT_COLUMNS.map((column) => [column, cell(column)]))
    return { line, cells: cells as FileRow['cells'] }
  })
}

function recordsIn(csv: string): { record: string[]; line: number }[] {
  try {
    const parsed = parse(csv, {
      bom: true,
      delimiter: delimiterOf(csv),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // The heading line and one line above the limit: that is enough to refuse a longer file.
      to: IMPORT_LIMITS.people + 2,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return parsed.map(({ record, info }) => ({ record, line: info.lines }))
  } catch {
    throw fieldError('bad-input', 'csv', 'This is no CSV file: a quotation mark is open or out of place.')
  }
}

function delimiterOf(csv: string): string {
  const [head = ''] = csv.split(/\r?\n/, 1)
  const counts = [',', ';', '\t'].map((mark) => [mark, head.split(mark).length] as const)
  return counts.reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}

/** Whether a spreadsheet would treat a cell as a formula. */
export function isFormula(cell: string): boolean {
  return /^[=+\-@\t\r]/.test(cell)
}
