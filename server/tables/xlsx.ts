import { writeXlsxStream } from 'hucre/xlsx'
import { Readable } from 'node:stream'
import type { TableColumn } from '../../shared/export-columns.ts'
import { type Cell, clockIn, headOf, type TableOptions } from './table.ts'

const WIDTHS = { text: 22, date: 12, instant: 18, number: 12 }
const FORMATS = { text: undefined, date: 'yyyy-mm-dd', instant: 'yyyy-mm-dd hh:mm', number: undefined }

/** A table as an Excel workbook: dates are dates, and every text stays a text, whatever it begins with. */
export function writeXlsx(chunks: AsyncIterable<Cell[][]>, { columns, timeZone, name }: TableOptions): Readable {
  const clock = clockIn(timeZone)
  const typed = (cell: Cell, { kind }: TableColumn) => {
    // Excel shows a carriage return as `_x000D_`.
    if (cell === null || kind === 'text') return cell && cell.replace(/\r\n?/g, '\n')
    if (kind === 'number') return Number(cell)
    // A spreadsheet knows no time zone: the clock's figures are written as if they were UTC.
    return new Date(kind === 'date' ? cell : `${clock(cell).replace(' ', 'T')}Z`)
  }
  async function* rows() {
    for await (const chunk of chunks)
      for (const row of chunk) yield columns.map((column, at) => typed(row[at] ?? null, column))
  }
  const stream = writeXlsxStream(rows(), {
    name,
    freezePane: { rows: 1 },
    columns: columns.map((column) => ({
      header: headOf(column, timeZone),
      width: WIDTHS[column.kind],
      ...(FORMATS[column.kind] && { numFmt: FORMATS[column.kind] }),
    })),
  })
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])
}
