import type { Line, TextStyle } from './lines.ts'
import type { Paper } from './paper.ts'

export interface RowPart {
  /** range of the cells' lines on this page */
  from: number
  to: number
  y: number
  height: number
}

/**
 * Yields the parts of a row of cells: one if it fits on a page, otherwise several. No cell is ever cut off.
 * @param onPage draws the beginning of a new page
 */
export function* partsOfRow(
  paper: Paper,
  cells: readonly (readonly Line[])[],
  { style, padding, extra = 0 }: { style: TextStyle; padding: number; extra?: number },
  onPage: () => void = () => undefined,
): Generator<RowPart> {
  const count = Math.max(1, ...cells.map((lines) => lines.length))
  const around = 2 * padding + extra
  const whole = around + paper.heightOf(count, style)
  const lineHeight = paper.heightOf(1, style)
  const fitting = () => Math.floor((paper.bottom - paper.y - around) / lineHeight)
  // A row shorter than half a page is not split; a longer one starts here if at least three lines fit.
  if (whole > paper.bottom - paper.y && (whole < paper.body / 2 || fitting() < 3)) {
    paper.nextPage()
    onPage()
  }
  for (let from = 0; from < count;) {
    const to = Math.min(count, from + Math.max(1, fitting()))
    const height = around + paper.heightOf(to - from, style)
    yield { from, to, y: paper.y, height }
    paper.y += height
    from = to
    if (from < count) {
      paper.nextPage()
      onPage()
    }
  }
}
