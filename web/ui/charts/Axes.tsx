import type { ScaleLinear } from 'd3-scale'
import { count } from '../count.ts'
import { dayScale, dayTicks, textWidth, type DayTick, type Plot } from './plot.ts'

/** Least distance between two labels, in pixels. */
const GAP = 8

type Scale = ScaleLinear<number, number>

/** Horizontal lines at round values with their numbers at the left; the first line is the foot of the plot. */
export function ValueAxis({
  plot,
  scale,
  ticks = 4,
  format = count,
  isWhole,
}: {
  plot: Plot
  scale: Scale
  ticks?: number
  format?: (value: number) => string
  /** ticks at integers only, for counts and days */
  isWhole: boolean
}) {
  const shown = scale.ticks(ticks).filter((tick) => !isWhole || Number.isInteger(tick))
  return shown.map((tick) => (
    <g key={tick}>
      <line
        x1={plot.left}
        x2={plot.left + plot.width}
        y1={scale(tick)}
        y2={scale(tick)}
        stroke={tick === 0 ? 'var(--edge)' : 'var(--chart-grid)'}
      />
      <text x={plot.left - 8} y={scale(tick) + 4} textAnchor="end">
        {format(tick)}
      </text>
    </g>
  ))
}

/** Dates below the plot, as many as fit. */
export function DayAxis({ plot, from, days }: { plot: Plot; from: string; days: number }) {
  const x = dayScale(plot, days)
  const y = plot.top + plot.height
  const ticks = dayTicks(from, days, Math.max(2, Math.min(8, Math.floor(plot.width / 48))))
  return fitting(ticks, x, plot).map(({ day, label }) => (
    <g key={day}>
      <line x1={x(day)} x2={x(day)} y1={y} y2={y + 4} stroke="var(--edge)" />
      <text x={x(day)} y={y + 18} textAnchor={anchorAt(x(day), plot)}>
        {label}
      </text>
    </g>
  ))
}

/** Thins out labels that would touch, and drops one that an end of the plot pushes onto another. */
export function fitting(ticks: readonly DayTick[], x: (day: number) => number, plot: Plot): DayTick[] {
  const [first, second] = ticks
  if (!first || !second) return [...ticks]
  const widest = Math.max(...ticks.map(({ label }) => textWidth(label)))
  const every = Math.ceil((widest + GAP) / (x(second.day) - x(first.day)))
  let end = -Infinity
  return ticks.filter(({ day, label }, index) => {
    const left = x(day) - textWidth(label) * { start: 0, middle: 0.5, end: 1 }[anchorAt(x(day), plot)]
    if (index % every > 0 || left < end + GAP) return false
    end = left + textWidth(label)
    return true
  })
}

/** Anchors a label at an end of the plot so that it stays inside the drawing. */
export function anchorAt(x: number, plot: Plot): 'start' | 'middle' | 'end' {
  if (x < plot.left + 12) return 'start'
  return x > plot.left + plot.width - 12 ? 'end' : 'middle'
}
