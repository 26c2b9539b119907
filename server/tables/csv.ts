import { Readable } from 'node:stream'
import { csvLines, UTF8_MARK } from './csv-lines.ts'
import { type Cell, clockIn, headOf, type TableOptions } from './table.ts'

/** A table as CSV that spreadsheets open as it is, with nothing in it that they would run as a formula. */
export function writeCsv(chunks: AsyncIterable<Cell[][]>, { columns, timeZone }: TableOptions): Readable {
  const clock = clockIn(timeZone)
  const shown = (cell: Cell, at: number) => (cell !== null && columns[at]?.kind === 'instant' ? clock(cell) : cell)
  async function* lines() {
    yield UTF8_MARK + csvLines([columns.map((column) => headOf(column, timeZone))])
    for await (const rows of chunks) yield csvLines(rows.map((row) => row.map(shown)))
  }
  return Readable.from(lines())
}
