import type { Cell, TableOptions } from './table.ts'
import { headOf } from './table.ts'

export type SheetCell = Cell | number

export interface SheetColumn {
  /** includes the time zone of instants and the unit of numbers */
  head: string
  kind: 'text' | 'date' | 'instant' | 'number'
}

export interface Sheet {
  name: string
  columns: readonly SheetColumn[]
}

/** A file of several tables, streamed: a sheet begins, then its rows follow in chunks. */
export type SheetPiece = { sheet: Sheet } | { rows: readonly (readonly SheetCell[])[] }

/** A single table, as a file with one sheet. */
export async function* asSheet(
  chunks: AsyncIterable<Cell[][]>,
  { columns, timeZone, name }: TableOptions,
): AsyncGenerator<SheetPiece> {
  yield { sheet: { name, columns: columns.map((column) => ({ head: headOf(column, timeZone), kind: column.kind })) } }
  for await (const rows of chunks) yield { rows }
}
