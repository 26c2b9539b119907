import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { SheetNames } from './sheet-names.ts'
import { asSheet, type Sheet, type SheetPiece } from './sheet.ts'
import { type Cell, clockIn, type TableOptions } from './table.ts'
import { rowXml, sheetEnd, sheetStart, workbookParts, type WrittenSheet } from './xlsx-parts.ts'

/** Excel's limit of rows per sheet, heading included; further rows continue on another sheet. */
const MAX_ROWS = 1_048_576

/** A table as an Excel workbook: dates are dates, and text is always text, whatever it begins with. */
export function writeXlsx(chunks: AsyncIterable<Cell[][]>, options: TableOptions): Readable {
  return writeSheetsAsXlsx(asSheet(chunks, options), options.timeZone)
}

/** A workbook with a sheet for each table, streamed in bounded memory. */
export function writeSheetsAsXlsx(pieces: AsyncIterable<SheetPiece>, timeZone: string, mostRows = MAX_ROWS): Readable {
  const zip = new ZipFile()
  // It is a Node stream, though the types are less precise.
  const output = zip.outputStream as Readable
  const fail = (error: unknown) => output.destroy(error as Error)
  zip.on('error', fail)
  addParts(zip, withoutOverflow(pieces, mostRows), clockIn(timeZone)).catch(fail)
  return output
}

async function addParts(
  zip: ZipFile,
  pieces: AsyncGenerator<SheetPiece>,
  clock: (instant: string) => string,
): Promise<void> {
  const written: WrittenSheet[] = []
  const taken = new SheetNames()
  let piece = await pieces.next()
  async function* content({ columns }: Sheet, sheet: WrittenSheet) {
    yield Buffer.from(sheetStart(columns))
    for (piece = await pieces.next(); !piece.done && 'rows' in piece.value; piece = await pieces.next())
      yield Buffer.from(piece.value.rows.map((row) => rowXml(row, columns, ++sheet.rows, clock)).join(''))
    yield Buffer.from(sheetEnd(columns, sheet.rows))
  }
  while (!piece.done) {
    if (!('sheet' in piece.value)) throw new Error('Rows came before their sheet')
    const { sheet } = piece.value
    const begun = { name: taken.take(sheet.name), columns: sheet.columns.length, rows: 1 }
    written.push(begun)
    const part = Readable.from(content(sheet, begun))
    zip.addReadStream(part, `xl/worksheets/sheet${written.length}.xml`)
    await finished(part)
  }
  if (written.length === 0) {
    // A workbook needs at least one sheet.
    written.push({ name: taken.take(''), columns: 0, rows: 1 })
    zip.addBuffer(Buffer.from(sheetStart([]) + sheetEnd([], 1)), 'xl/worksheets/sheet1.xml')
  }
  for (const [path, xml] of workbookParts(written)) zip.addBuffer(Buffer.from(xml), path)
  zip.end()
}

async function* withoutOverflow(pieces: AsyncIterable<SheetPiece>, maxRows: number): AsyncGenerator<SheetPiece> {
  let sheet: Sheet | undefined
  let written = 1
  for await (const piece of pieces) {
    if ('sheet' in piece) {
      sheet = piece.sheet
      written = 1
      yield piece
      continue
    }
    let { rows } = piece
    while (sheet && written + rows.length > maxRows) {
      yield { rows: rows.slice(0, maxRows - written) }
      rows = rows.slice(maxRows - written)
      written = 1
      yield { sheet }
    }
    written += rows.length
    yield { rows }
  }
}
