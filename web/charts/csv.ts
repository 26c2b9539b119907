import { officeNow } from '../formats/dates.ts'
import { saveFile } from '../ui/save-file.ts'
import type { ChartData } from './chart-data.ts'

/** Byte order mark: without it, Excel does not read the file as UTF-8. */
const UTF8_MARK = '\uFEFF'
/** What a spreadsheet would run as a formula, full-width signs included. */
export const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** Lines as in RFC 4180, escaped like the files that the server writes. */
export function toCsv({ head, rows }: ChartData): string {
  const lines = [head, ...rows.map(({ cells }) => cells)]
  return UTF8_MARK + lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Saves under the name of the chart and the time of its figures on this screen. */
export function saveCsv(data: ChartData, name: string): void {
  saveFile(toCsv(data), `${name} ${officeNow().replace(':', '.')}.csv`)
}
