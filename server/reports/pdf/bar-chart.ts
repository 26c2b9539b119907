import type { BarChart } from './blocks.ts'
import { HAIRLINE, INK, SERIES, WHITE } from './colors.ts'
import { drawLegend, FIGURE_TEXT, shownValue } from './legend.ts'
import type { PageLayout } from './page-layout.ts'

const BAR_HEIGHT = 12
const STEP = 18
const GAP = 8
/** Widest label, as a share of the width. */
const MAX_LABEL_SHARE = 0.35

/** Horizontal bars, each with its value as text; several series are stacked in one bar. */
export function drawBars(layout: PageLayout, chart: BarChart): void {
  const { series, bars, summary, unit = '' } = chart
  const most = Math.max(1e-9, ...bars.map(({ values }) => sum(values)))
  const shown = bars.map(({ values, shown: words }) => words ?? `${shownValue(sum(values))}${unit && ` ${unit}`}`)
  const widthOf = (text: string) => layout.breaker.widthOf(text, FIGURE_TEXT)
  const labelWidth =
    Math.min(layout.width * MAX_LABEL_SHARE, Math.max(0, ...bars.map(({ label }) => widthOf(label)))) + GAP
  const room = layout.width - labelWidth - Math.max(0, ...shown.map(widthOf)) - GAP
  const labels = bars.map(({ label }) => layout.lines(label, FIGURE_TEXT, labelWidth - GAP))
  const heights = labels.map((lines) => Math.max(STEP, layout.heightOf(lines.length, FIGURE_TEXT) + 4))
  if (series.length > 1) drawLegend(layout, series)
  for (let from = 0; from < bars.length;) {
    layout.need(heights[from]!)
    let to = from
    for (let y = layout.y; to < bars.length && (to === from || y + heights[to]! <= layout.bottom); to++)
      y += heights[to]!
    const figure = layout.tags.element('Figure', undefined, { alt: summary })
    const some = { from, to }
    layout.tags.mark(figure, 'Figure', () => {
      for (let i = some.from; i < some.to; i++) {
        const { y, left } = layout
        layout.draw(labels[i]!, left, y, labelWidth - GAP, FIGURE_TEXT)
        const end = drawBar(layout, bars[i]!.values, { x: left + labelWidth, y: y + 1, room, most })
        layout.draw(layout.lines(shown[i]!, FIGURE_TEXT), end + 4, y, layout.width, FIGURE_TEXT)
        layout.y += heights[i]!
      }
    })
    figure.end()
    from = to
  }
  layout.y += 8
}

/** @returns the x position of its end */
function drawBar(
  layout: PageLayout,
  values: readonly number[],
  { x, y, room, most }: { x: number; y: number; room: number; most: number },
): number {
  let at = x
  layout.canvas.rule(x, y + BAR_HEIGHT, room, HAIRLINE)
  for (const [i, value] of values.entries()) {
    const width = (Math.max(0, value) / most) * room
    layout.canvas.box(at, y, width, BAR_HEIGHT, SERIES[i % SERIES.length]!)
    const [line] = layout.lines(shownValue(value), FIGURE_TEXT)
    // Series alternate between dark and light colours.
    if (values.length > 1 && value > 0 && line!.width + 4 < width)
      layout.draw([line!], at + 2, y - 1, width, FIGURE_TEXT, i % 2 === 0 ? WHITE : INK)
    at += width
  }
  return at
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + Math.max(0, value), 0)
}
