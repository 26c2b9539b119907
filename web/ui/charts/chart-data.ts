import { withoutFormulas } from '../../../shared/csv.ts'
import type { MarkLink } from './marks.ts'

type Cell = string | number | null

export interface DataRow {
  cells: readonly Cell[]
  /** link of the row, on its first cell */
  link?: MarkLink
}

/**
 * A chart as rows and columns, for its table and for copying. The first column names the row. A calendar day is
 * `YYYY-MM-DD`, which spreadsheets understand; the table shows it in words.
 */
export interface ChartData {
  head: readonly string[]
  rows: readonly DataRow[]
}

/** Computed lazily: thousands of rows are not needed with each new figure. */
export function readData(data: ChartData | (() => ChartData)): ChartData {
  return typeof data === 'function' ? data() : data
}

/** Tab-separated text, as spreadsheets take it from the clipboard. */
export function toTabSeparated({ head, rows }: ChartData): string {
  return [head, ...rows.map(({ cells }) => cells)].map((cells) => cells.map(cellText).join('\t')).join('\n')
}

/** A spreadsheet would run a text that begins like a formula; numbers may be negative. */
function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  return withoutFormulas(cell.replaceAll(/[\t\r\n]+/g, ' ').trim())
}
