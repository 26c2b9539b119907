import type { Mark } from './marks.ts'
import { dayScale, valueScale, type Plot } from './plot.ts'

interface ScatterMark {
  /** days since the first one of the chart */
  day: number
  value: number
  /** how many it stands for: 1 for a point */
  count: number
}

/** Values over time, as points or as counts per cell of a grid; a cell covers `daysWide` days, and `high` from its value on. */
export type ScatterData =
  | { kind: 'points'; marks: readonly ScatterMark[] }
  | { kind: 'density'; marks: readonly ScatterMark[]; daysWide: number; high: number }

type Density = Extract<ScatterData, { kind: 'density' }>
type Box = NonNullable<Mark['box']>

/** Number of shades that can be distinguished. */
const LEVELS = 4

/** Box of each cell, by its index in the data; one above the chart's end is drawn below its upper edge. */
export function cellBoxes(
  { marks, daysWide, high }: Density,
  plot: Plot,
  { days, top }: { days: number; top: number },
): Box[] {
  const x = dayScale(plot, days)
  const y = valueScale(plot, [0, top])
  return marks.map(({ day, value }) => {
    const from = Math.max(0, Math.min(value, top - high))
    const left = x(day - 0.5)
    const right = Math.min(x(day + daysWide - 0.5), plot.left + plot.width)
    const width = Math.max(1, right - left)
    return { x: left, y: y(from + high), width, height: Math.max(1, y(from) - y(from + high)) }
  })
}

export function cellAt(boxes: readonly Box[], at: { x: number; y: number }): number | null {
  const found = boxes.findIndex(
    ({ x, y, width, height }) => at.x >= x && at.x <= x + width && at.y >= y && at.y <= y + height,
  )
  return found < 0 ? null : found
}

/** One path for each shade. The square root keeps cells of a few requests visible beside those of hundreds. */
export function densityLevels(
  { marks }: Density,
  order: readonly number[],
  boxes: readonly Box[],
  isDrawn: (index: number) => boolean,
): string[] {
  const most = order.reduce((most, index) => Math.max(most, isDrawn(index) ? marks[index]!.count : 0), 1)
  const paths = Array.from({ length: LEVELS }, () => '')
  order.forEach((index, at) => {
    if (!isDrawn(index)) return
    const level = Math.min(LEVELS - 1, Math.floor(Math.sqrt(marks[index]!.count / most) * LEVELS))
    const { x, y, width, height } = boxes[at]!
    paths[level] += `M${x.toFixed(1)},${y.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h${(-width).toFixed(1)}z`
  })
  return paths
}
