import { scaleLinear } from 'd3-scale'
import type { LineChart } from './blocks.ts'
import { HAIRLINE, LINE, SERIES, SOFT } from './colors.ts'
import { drawLegend, FIGURE_TEXT, shownValue } from './legend.ts'
import type { PageLayout } from './page-layout.ts'

const HEIGHT = 150
const AXIS = 34
const TICKS = 4
/** Dash patterns, so that lines can be told apart without colour. */
const DASHES: readonly (readonly number[])[] = [[], [5, 2], [1.5, 2], [8, 2, 1.5, 2], [3, 3], [10, 3]]

/** Lines over time or any ordered axis. A point without a value leaves a gap. */
export function drawLineChart(layout: PageLayout, { labels, lines, summary, unit = '' }: LineChart): void {
  layout.need(HEIGHT + 50)
  drawLegend(
    layout,
    lines.map(({ label }) => label),
    DASHES,
  )
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null))
  const top = layout.y + 4
  const y = scaleLinear()
    .domain([0, Math.max(1, ...values)])
    .nice(TICKS)
    .range([top + HEIGHT, top])
  const left = layout.left + AXIS
  const width = layout.width - AXIS - 10
  const x = (i: number) => left + (labels.length > 1 ? (i * width) / (labels.length - 1) : width / 2)
  const figure = layout.tags.element('Figure', undefined, { alt: summary })
  layout.tags.mark(figure, 'Figure', () => {
    for (const tick of y.ticks(TICKS)) {
      layout.canvas.rule(left, y(tick), width, tick === 0 ? LINE : HAIRLINE)
      const shown = layout.lines(`${shownValue(tick)}${unit && ` ${unit}`}`, FIGURE_TEXT)
      layout.draw(shown, layout.left - 10, y(tick) - 6, AXIS + 4, FIGURE_TEXT, SOFT, true)
    }
    drawLabels(layout, labels, x, top + HEIGHT + 4)
    for (const [i, line] of lines.entries())
      for (const part of unbroken(line.values)) {
        const points = part.map(({ at, value }) => [x(at), y(value)] as const)
        layout.canvas.path(points, SERIES[i % SERIES.length]!, DASHES[i % DASHES.length]!)
        // A single point has no line.
        if (points.length === 1)
          layout.canvas.box(points[0]![0] - 1.5, points[0]![1] - 1.5, 3, 3, SERIES[i % SERIES.length]!)
      }
  })
  figure.end()
  layout.y = top + HEIGHT + 28
}

/** Draws every n-th label from the first, as many as fit. */
function drawLabels(layout: PageLayout, labels: readonly string[], x: (i: number) => number, y: number): void {
  const widest = Math.max(0, ...labels.map((label) => layout.breaker.widthOf(label, FIGURE_TEXT)))
  const step = Math.max(1, Math.ceil((widest + 8) / (labels.length > 1 ? x(1) - x(0) : Infinity)))
  for (let i = 0; i < labels.length; i += step) {
    const shown = layout.lines(labels[i]!, FIGURE_TEXT)
    const { width } = shown[0]!
    const from = Math.min(x(i) - width / 2, layout.left + layout.width - width)
    layout.draw(shown, from, y, width, FIGURE_TEXT, SOFT)
  }
}

function unbroken(values: readonly (number | null)[]): { at: number; value: number }[][] {
  const parts: { at: number; value: number }[][] = [[]]
  for (const [i, value] of values.entries()) {
    if (value === null) parts.push([])
    else parts.at(-1)!.push({ at: i, value })
  }
  return parts.filter((part) => part.length > 0)
}
