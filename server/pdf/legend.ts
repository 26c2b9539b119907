import { SERIES } from './colors.ts'
import type { TextStyle } from './lines.ts'
import type { Paper } from './paper.ts'

export const FIGURE_TEXT: TextStyle = { size: 8.5, weight: 400 }
const KEY = 9
const GAP = 14

/** Names of the series, in the order of the bars. */
export function drawLegend(paper: Paper, names: readonly string[], dashes?: readonly (readonly number[])[]): void {
  const lineHeight = paper.heightOf(1, FIGURE_TEXT) + 2
  paper.need(3 * lineHeight)
  const element = paper.tags.element('P')
  paper.tags.mark(element, 'P', () => {
    let x = paper.left
    for (const [i, name] of names.entries()) {
      const [line] = paper.lines(name, FIGURE_TEXT, paper.width - 3 * KEY)
      const width = 2 * KEY + 4 + line!.width + GAP
      if (x > paper.left && x + width - GAP > paper.left + paper.width) {
        x = paper.left
        paper.y += lineHeight
      }
      const color = SERIES[i % SERIES.length]!
      const dash = dashes?.[i % dashes.length]
      const middle = paper.y + lineHeight / 2 - 1
      if (dash)
        paper.canvas.path(
          [
            [x, middle],
            [x + 2 * KEY, middle],
          ],
          color,
          dash,
        )
      else paper.canvas.box(x + KEY / 2, paper.y + 1, KEY, KEY, color)
      paper.draw([line!], x + 2 * KEY + 4, paper.y, line!.width, FIGURE_TEXT)
      x += width
    }
    paper.y += lineHeight + 4
  })
  element.end()
}

const figures = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

export function shownValue(value: number): string {
  return figures.format(value)
}
