import { SERIES } from './colors.ts'
import type { TextStyle } from './typeface.ts'
import type { PageLayout } from './page-layout.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'

export const FIGURE_TEXT: TextStyle = { size: 8.5, weight: 400 }
const KEY = 9
const GAP = 14

/** Names of the series, in the order of the bars. */
export function drawLegend(
  layout: PageLayout,
  names: readonly string[],
  dashes?: readonly (readonly number[])[],
): void {
  const lineHeight = layout.heightOf(1, FIGURE_TEXT) + 2
  layout.need(3 * lineHeight)
  const element = layout.tags.element('P')
  layout.tags.mark(element, 'P', () => {
    let x = layout.left
    for (const [i, name] of names.entries()) {
      const [line] = layout.lines(name, FIGURE_TEXT, layout.width - 3 * KEY)
      const width = 2 * KEY + 4 + line!.width + GAP
      if (x > layout.left && x + width - GAP > layout.left + layout.width) {
        x = layout.left
        layout.y += lineHeight
      }
      const color = SERIES[i % SERIES.length]!
      const dash = dashes?.[i % dashes.length]
      const middle = layout.y + lineHeight / 2 - 1
      if (dash)
        layout.canvas.path(
          [
            [x, middle],
            [x + 2 * KEY, middle],
          ],
          color,
          dash,
        )
      else layout.canvas.box(x + KEY / 2, layout.y + 1, KEY, KEY, color)
      layout.draw([line!], x + 2 * KEY + 4, layout.y, line!.width, FIGURE_TEXT)
      x += width
    }
    layout.y += lineHeight + 4
  })
  element.end()
}

export function shownValue(value: number): string {
  return formatNumber(value, { maximumFractionDigits: 1 })
}
