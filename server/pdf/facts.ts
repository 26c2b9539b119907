import type { Fact } from './blocks.ts'
import { INK, LINE, SOFT } from './colors.ts'
import type { Line, TextStyle } from './lines.ts'
import type { Paper } from './paper.ts'
import { partsOfRow } from './rows.ts'

const LABEL: TextStyle = { size: 7.5, weight: 400 }
const VALUE: TextStyle = { size: 9.5, weight: 400 }
const PADDING = 7
const PER_ROW = 4

/** Values in boxes with their labels above them. A wide one may span several pages. */
export function drawFacts(paper: Paper, items: readonly Fact[], perRow = PER_ROW): void {
  for (const row of rowsOf(items, perRow)) drawRow(paper, row)
  paper.y += 12
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

function drawRow(paper: Paper, row: readonly Fact[]): void {
  const width = paper.width / row.length
  const room = width - 2 * PADDING
  const extra = paper.heightOf(1, LABEL) + 2
  const cells = row.map(({ value }) => paper.lines(value, VALUE, room))
  const elements = row.map(() => paper.tags.element('P'))
  for (const { from, to, y, height } of partsOfRow(paper, cells, { style: VALUE, padding: PADDING, extra })) {
    for (const [i, { label }] of row.entries()) {
      const x = paper.left + i * width
      paper.canvas.asArtifact(() => paper.canvas.frame(x, y, width, height, LINE))
      const name = paper.lines(from === 0 ? label : `${label} (continued)`, LABEL, room).slice(0, 1)
      const shown: Line[] = cells[i]!.slice(from, to)
      paper.tags.mark(elements[i]!, 'P', () => {
        paper.draw(name, x + PADDING, y + PADDING - 2, room, LABEL, SOFT)
        paper.draw(shown, x + PADDING, y + PADDING + extra - 2, room, VALUE, INK)
      })
    }
  }
  for (const element of elements) element.end()
}
