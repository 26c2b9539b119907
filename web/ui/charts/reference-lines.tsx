import type { ScaleLinear } from 'd3-scale'
import { spreadLabels, type Plot } from './plot.ts'
import styles from './plots.module.css'

export interface ReferenceLine {
  /** share of values below it: 50, 70, 85 or 95 per cent */
  share: number
  value: number
  /** "16 days" */
  label: string
}

/** One dash pattern per share, the same in every chart. */
export const DASHES: Record<number, string | undefined> = { 50: '6 4', 70: '8 3 2 3', 85: undefined, 95: '1.5 3' }

/** Percentile lines across the plot, each with its value at the right end. */
export function ReferenceLines({
  plot,
  scale,
  lines,
}: {
  plot: Plot
  scale: ScaleLinear<number, number>
  lines: readonly ReferenceLine[]
}) {
  const right = plot.left + plot.width
  const places = spreadLabels(
    lines.map(({ value }) => scale(value)),
    15,
    [plot.top, plot.top + plot.height],
  )
  return lines.map(({ share, value, label }, index) => (
    <g key={share}>
      <line
        className={styles.line}
        x1={plot.left}
        x2={right + 2}
        y1={scale(value)}
        y2={scale(value)}
        strokeDasharray={DASHES[share]}
      />
      <text x={right + 8} y={(places[index] ?? 0) + 4}>
        <tspan className={styles.strong}>{label}</tspan> · {share}%
      </text>
    </g>
  ))
}
