type Cell = string | number | null

export interface CsvTable {
  fileName: string
  head: readonly string[]
  rows: readonly (readonly Cell[])[]
}

/** Excel takes a table for UTF-8 only when it begins with this. */
const UTF8_MARK = '\uFEFF'
/** What a spreadsheet would run as a formula, full-width signs included. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/u

/** Lines as RFC 4180 has them, with the same escaping as the files that the server writes. */
export function csvOf({ head, rows }: CsvTable): string {
  return UTF8_MARK + [head, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
