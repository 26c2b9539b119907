import type { Fact } from './blocks.ts'
import { INK, LINE, SOFT } from './colors.ts'
import type { Line } from './lines.ts'
import type { TextStyle } from './typeface.ts'
import type { PageLayout } from './page-layout.ts'
import { partsOfRow } from './rows.ts'

const LABEL: TextStyle = { size: 7.5, weight: 400 }
const VALUE: TextStyle = { size: 9.5, weight: 400 }
const PADDING = 7
const PER_ROW = 4

/** Values in boxes with their labels above them. A wide one may span several pages. */
export function drawFacts(layout: PageLayout, items: readonly Fact[], perRow = PER_ROW): void {
  for (const row of rowsOf(items, perRow)) drawRow(layout, row)
  layout.y += 12
}

function rowsOf(items: readonly Fact[], perRow: number): Fact[][] {
  const rows: Fact[][] = []
  for (const item of items) {
    const last = rows.at(-1)
    if (item.isWide || !last || last.length === perRow || last[0]!.isWide) rows.push([item])
    else last.push(item)
  }
  return rows
}

function drawRow(layout: PageLayout, row: readonly Fact[]): void {
  const width = layout.width / row.length
  const room = width - 2 * PADDING
  const extra = layout.heightOf(1, LABEL) + 2
  const cells = row.map(({ value }) => layout.lines(value, VALUE, room))
  const elements = row.map(() => layout.tags.element('P'))
  for (const { from, to, y, height } of partsOfRow(layout, cells, { style: VALUE, padding: PADDING, extra })) {
    for (const [i, { label }] of row.entries()) {
      const x = layout.left + i * width
      layout.canvas.asArtifact(() => layout.canvas.frame(x, y, width, height, LINE))
      const name = layout.lines(from === 0 ? label : `${label} (continued)`, LABEL, room).slice(0, 1)
      const shown: Line[] = cells[i]!.slice(from, to)
      layout.tags.mark(elements[i]!, 'P', () => {
        layout.draw(name, x + PADDING, y + PADDING - 2, room, LABEL, SOFT)
        layout.draw(shown, x + PADDING, y + PADDING + extra - 2, room, VALUE, INK)
      })
    }
  }
  for (const element of elements) element.end()
}
