import { writeXlsx } from 'hucre/xlsx'
import type { ReportCell, ReportColumn, ReportDocument } from '../../shared/reports/document.ts'
import { csvLines, UTF8_MARK } from '../tables/csv-lines.ts'
import { clockIn } from '../tables/table.ts'
import { headOf, plainCell, sheetsOf } from './sheets.ts'

const WIDTHS = { text: 26, number: 14, date: 12, instant: 18, link: 16 }
const FORMATS: Partial<Record<ReportColumn['kind'], string>> = { date: 'yyyy-mm-dd', instant: 'yyyy-mm-dd hh:mm' }

/** The parts of a report one below the other, each with its name, for those who read one table at a time. */
export function documentAsCsv(document: ReportDocument): Buffer {
  const clock = clockIn(document.timeZone)
  const parts = sheetsOf(document).map(({ name, columns, rows }, at) => {
    const head = columns.map((column) => headOf(column, document.timeZone))
    const lines = rows.map((row) =>
      row.map((cell, column) => {
        const value = plainCell(cell)
        return value !== null && columns[column]?.kind === 'instant' ? clock(String(value)) : value
      }),
    )
    return csvLines(at === 0 ? [head, ...lines] : [[name], head, ...lines])
  })
  return Buffer.from(UTF8_MARK + parts.join('\r\n'))
}

/** A workbook with a sheet for each part: numbers and dates are such, and every text stays a text. */
export async function documentAsXlsx(document: ReportDocument): Promise<Buffer> {
  const clock = clockIn(document.timeZone)
  const typed = (cell: ReportCell, kind: ReportColumn['kind'] | undefined) => {
    const value = plainCell(cell)
    if (typeof value !== 'string') return value
    // A spreadsheet knows no time zone: the clock's figures are written as if they were UTC.
    if (kind === 'date') return new Date(value)
    if (kind === 'instant') return new Date(`${clock(value).replace(' ', 'T')}Z`)
    return value.replace(/\r\n?/g, '\n')
  }
  const sheets = sheetsOf(document).map(({ name, columns, rows }) => ({
    name,
    freezePane: { rows: 1 },
    columns: columns.map(({ kind }) => ({ width: WIDTHS[kind], ...(FORMATS[kind] && { numFmt: FORMATS[kind] }) })),
    rows: [
      columns.map((column) => headOf(column, document.timeZone)),
      ...rows.map((row) => row.map((cell, at) => typed(cell, columns[at]?.kind))),
    ],
  }))
  return Buffer.from(await writeXlsx({ sheets }))
}
