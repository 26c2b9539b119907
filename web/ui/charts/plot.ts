import { scaleLinear, scaleUtc, type ScaleLinear } from 'd3-scale'
import { MONTHS } from '../../../shared/dates.ts'

const DAY_MS = 86_400_000

/** The box inside the axes, in pixels of the drawing. */
export interface Plot {
  left: number
  top: number
  width: number
  height: number
}

/** Scale upwards from the foot of the plot, with round ends; equal or missing values still give an axis with a height. */
export function valueScale(plot: Plot, [low, high]: readonly [number, number], ticks = 4): ScaleLinear<number, number> {
  return scaleLinear([low, Math.max(high, low + 1)], [plot.top + plot.height, plot.top]).nice(ticks)
}

/** Days of a period by their index, 0 for the first, each centred in its share of the width. */
export function dayScale(plot: Plot, days: number): ScaleLinear<number, number> {
  return scaleLinear([-0.5, Math.max(days, 1) - 0.5], [plot.left, plot.left + plot.width])
}

/** Approximate width in pixels of a text in size 12. */
export const textWidth = (text: string): number => Math.ceil(text.length * 6.7)
export const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(textWidth))

export interface DayTick {
  day: number
  label: string
}

/** Round dates of a period with about `wanted` labels: days, months or years, depending on its length. */
export function dayTicks(from: string, days: number, wanted: number): DayTick[] {
  const start = Date.parse(`${from}T00:00:00Z`)
  if (days <= wanted) return Array.from({ length: days }, (_, day) => ({ day, label: dayLabel(start + day * DAY_MS) }))
  const scale = scaleUtc([start, start + (days - 1) * DAY_MS], [0, 1])
  const dates = scale.ticks(Math.max(1, wanted)).filter((at) => at.getTime() % DAY_MS === 0)
  const areMonths = dates.every((at) => at.getUTCDate() === 1)
  const areYears = areMonths && dates.length > 1 && dates.every((at) => at.getUTCMonth() === 0)
  const manyYears = days > 400
  return dates.map((at) => ({
    day: Math.round((at.getTime() - start) / DAY_MS),
    label: areYears ? String(at.getUTCFullYear()) : areMonths ? monthLabel(at, manyYears) : dayLabel(at.getTime()),
  }))
}

function dayLabel(at: number): string {
  const date = new Date(at)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]?.slice(0, 3)}`
}

function monthLabel(at: Date, withYear: boolean): string {
  const month = MONTHS[at.getUTCMonth()]?.slice(0, 3) ?? ''
  return withYear ? `${month} ${at.getUTCFullYear()}` : month
}

/** Moves overlapping labels apart, as little as possible and without reordering them, within `top` and `bottom`. */
export function spreadLabels(
  places: readonly number[],
  gap: number,
  [top, bottom]: readonly [number, number],
): number[] {
  const order = places.map((place, index) => ({ place, index })).sort((one, other) => one.place - other.place)
  let least = top
  for (const label of order) {
    label.place = Math.max(label.place, least)
    least = label.place + gap
  }
  let most = bottom
  for (const label of order.toReversed()) {
    label.place = Math.min(label.place, most)
    most = label.place - gap
  }
  const spread = [...places]
  for (const { place, index } of order) spread[index] = place
  return spread
}

/** Dots as one path: a line of no length with round ends is a disc as wide as the line. */
export function dotsPath(points: readonly { x: number; y: number }[]): string {
  return points.map(({ x, y }) => `M${x.toFixed(1)},${y.toFixed(1)}h0`).join('')
}

/** Circles as one path. */
export function ringsPath(points: readonly { x: number; y: number }[], radius: number): string {
  const arcs = `a${radius},${radius} 0 1,0 ${2 * radius},0a${radius},${radius} 0 1,0 ${-2 * radius},0`
  return points.map(({ x, y }) => `M${(x - radius).toFixed(1)},${y.toFixed(1)}${arcs}`).join('')
}

/** The nearest of the points within `reach` pixels. */
export function nearest(
  points: readonly { x: number; y: number }[],
  { x, y }: { x: number; y: number },
  reach = 16,
): number | null {
  let best: number | null = null
  let least = reach * reach
  for (let index = 0; index < points.length; index++) {
    const point = points[index]!
    const away = (point.x - x) ** 2 + (point.y - y) ** 2
    if (away > least) continue
    least = away
    best = index
  }
  return best
}
