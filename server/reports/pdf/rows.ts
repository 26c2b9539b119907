import type { Line } from './lines.ts'
import type { TextStyle } from './typeface.ts'
import type { PageLayout } from './page-layout.ts'

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
  layout: PageLayout,
  cells: readonly (readonly Line[])[],
  { style, padding, extra = 0 }: { style: TextStyle; padding: number; extra?: number },
  onPage: () => void = () => undefined,
): Generator<RowPart> {
  const count = Math.max(1, ...cells.map((lines) => lines.length))
  const around = 2 * padding + extra
  const whole = around + layout.heightOf(count, style)
  const lineHeight = layout.heightOf(1, style)
  const fitting = () => Math.floor((layout.bottom - layout.y - around) / lineHeight)
  // A row shorter than half a page is not split; a longer one starts here if at least three lines fit.
  if (whole > layout.bottom - layout.y && (whole < layout.body / 2 || fitting() < 3)) {
    layout.nextPage()
    onPage()
  }
  for (let from = 0; from < count;) {
    const to = Math.min(count, from + Math.max(1, fitting()))
    const height = around + layout.heightOf(to - from, style)
    yield { from, to, y: layout.y, height }
    layout.y += height
    from = to
    if (from < count) {
      layout.nextPage()
      onPage()
    }
  }
}
