import type { Readable } from 'node:stream'
import type { Block } from '../pdf/blocks.ts'
import type { SheetPiece } from '../spreadsheets/sheet.ts'
import type { Cell } from '../spreadsheets/table.ts'
import type { EncoderTask } from './encoder.ts'

/**
 * The file of a task, from its rows or blocks. Imports only the writer of its format: CSV needs no fonts in memory.
 * @param pieces lists of the task's items; `Encoder` guarantees their type
 */
export async function contentOf(task: EncoderTask, pieces: AsyncIterable<unknown>): Promise<Readable> {
  switch (task.format) {
    case 'csv':
      return (await import('../spreadsheets/csv.ts')).writeCsv(pieces as AsyncIterable<Cell[][]>, task.options)
    case 'xlsx':
      return (await import('../spreadsheets/xlsx.ts')).writeXlsx(pieces as AsyncIterable<Cell[][]>, task.options)
    case 'pdf':
      return (await import('../spreadsheets/pdf.ts')).writePdfTable(pieces as AsyncIterable<Cell[][]>, task.options)
    case 'csv-sheets':
      return (await import('../spreadsheets/csv.ts')).writeSheetsAsCsv(
        each(pieces as AsyncIterable<SheetPiece[]>),
        task.timeZone,
      )
    case 'xlsx-sheets':
      return (await import('../spreadsheets/xlsx.ts')).writeSheetsAsXlsx(
        each(pieces as AsyncIterable<SheetPiece[]>),
        task.timeZone,
      )
    case 'document':
      return (await import('../pdf/document.ts')).writePdf(each(pieces as AsyncIterable<Block[]>), task.options)
  }
}

async function* each<T>(some: AsyncIterable<T[]>): AsyncGenerator<T> {
  for await (const pieces of some) yield* pieces
}
