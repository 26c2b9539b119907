import { Readable } from 'node:stream'
import { csvLines, UTF8_MARK } from '../../../shared/csv.ts'
import { asSheet, type Sheet, type SheetPiece } from './sheet.ts'
import { type Cell, clockIn, type TableOptions } from './table.ts'

/** A table as CSV that spreadsheets open directly, with formulas escaped. */
export function writeCsv(chunks: AsyncIterable<Cell[][]>, options: TableOptions): Readable {
  return writeSheetsAsCsv(asSheet(chunks, options), options.timeZone)
}

/** Several tables below one another, each after the first preceded by its name. */
export function writeSheetsAsCsv(pieces: AsyncIterable<SheetPiece>, timeZone: string): Readable {
  const clock = clockIn(timeZone)
  async function* lines() {
    let columns: Sheet['columns'] | undefined
    for await (const piece of pieces) {
      if ('rows' in piece) {
        yield csvLines(
          piece.rows.map((row) =>
            row.map((cell, i) => (cell !== null && columns?.[i]?.kind === 'instant' ? clock(String(cell)) : cell)),
          ),
        )
        continue
      }
      const isFirst = columns === undefined
      columns = piece.sheet.columns
      const heads = columns.map(({ head }) => head)
      yield isFirst ? UTF8_MARK + csvLines([heads]) : `\r\n${csvLines([[piece.sheet.name], heads])}`
    }
  }
  return Readable.from(lines())
}
