import type { Line, TextStyle } from './lines.ts'
import type { Paper } from './paper.ts'

export interface RowPart {
  /** of the lines of each cell, those of this page */
  from: number
  to: number
  y: number
  height: number
}

/**
 * Places of a row of cells: one where it fits on a page, else as many as it takes. Whatever a cell holds, nothing of it is cut off.
 * @param onPage draws what a new page begins with
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
  // A row is not torn where a page of its own would hold it; a very long one begins where the page has room for some lines.
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
