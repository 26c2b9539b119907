import { useMemo } from 'react'
import { addDays, daysBetween } from '../../../shared/dates.ts'
import { anchorAt, fitting } from './Axes.tsx'
import { MarkLayer } from './MarkLayer.tsx'
import type { Mark } from './marks.ts'
import { dayTicks, spreadLabels, valueScale, type Plot } from './plot.ts'
import { DASHES } from './reference-lines.tsx'
import { useWidth } from './use-width.ts'
import { scaleLinear } from 'd3-scale'
import styles from './plots.module.css'

interface DateLine {
  /** probability by then, in per cent */
  share: number
  date: string
  /** "13 Dec" */
  label: string
}

interface HistogramChartProps {
  label: string
  summary: string
  /** the first day of the first bar */
  first: string
  daysWide: number
  /** probability of each bar; their sum is 1 */
  shares: readonly number[]
  lines: readonly DateLine[]
  /** text of a bar, by its index */
  markOf: (index: number) => Omit<Mark, 'x' | 'y' | 'box'>
}

const HEIGHT = 254

/** Probability that something ends on each day: bars get paler as certainty grows, with lines at the likely days. */
export function HistogramChart({ label, summary, first, daysWide, shares, lines, markOf }: HistogramChartProps) {
  const [box, width] = useWidth()
  const plot: Plot = useMemo(() => ({ left: 8, top: 30, width: width - 16, height: HEIGHT - 58 }), [width])
  const most = shares.reduce((most, share) => Math.max(most, share), 0)
  const y = valueScale(plot, [0, most * 100])
  const days = shares.length * daysWide
  const x = scaleLinear([0, Math.max(days, 8)], [plot.left, plot.left + plot.width])
  const middleOf = (day: number) => x(day + 0.5)
  const bars = useMemo(() => {
    const step = plot.width / Math.max(days, 8)
    const y = valueScale(plot, [0, most * 100])
    return shares.map((share, index) => ({
      x: plot.left + index * daysWide * step,
      width: daysWide * step,
      y: y(share * 100),
    }))
  }, [plot, shares, daysWide, days, most])
  const points = bars.map((bar) => ({ x: bar.x + bar.width / 2, y: bar.y }))
  const foot = plot.top + plot.height
  const opacityOf = (index: number) => {
    const date = addDays(first, index * daysWide)
    const passed = lines.filter((line) => date > line.date).length
    return [1, 0.66, 0.4, 0.22][passed] ?? 0.22
  }
  return (
    <div className={styles.drawing} ref={box} style={{ height: HEIGHT }}>
      <p className="visually-hidden">{summary}</p>
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
        {y.ticks(4).map((tick) => (
          <line
            key={tick}
            x1={plot.left}
            x2={plot.left + plot.width}
            y1={y(tick)}
            y2={y(tick)}
            stroke={tick === 0 ? 'var(--edge)' : 'var(--chart-grid)'}
          />
        ))}
        {bars.map((bar, index) => (
          <rect
            key={index}
            x={bar.x + Math.min(1, bar.width * 0.08)}
            y={Math.min(bar.y, foot - (shares[index] ? 1 : 0))}
            width={Math.max(1, bar.width - Math.min(2, bar.width * 0.16))}
            height={Math.max(shares[index] ? 1 : 0, foot - bar.y)}
            rx={bar.width > 6 ? 1.5 : 0}
            fill="var(--chart-1)"
            fillOpacity={opacityOf(index)}
          />
        ))}
        <DateLines plot={plot} lines={lines} xOf={(date) => x(daysBetween(first, date) + 1)} />
        {fitting(dayTicks(first, days, Math.max(2, Math.floor(plot.width / 56))), middleOf, plot).map(
          ({ day, label }) => (
            <text key={day} x={middleOf(day)} y={foot + 18} textAnchor={anchorAt(middleOf(day), plot)}>
              {label}
            </text>
          ),
        )}
      </svg>
      <MarkLayer
        label={label}
        plot={plot}
        width={width}
        points={points}
        markAt={(index) => {
          const bar = bars[index] ?? { x: 0, y: 0, width: 1 }
          const box = { x: bar.x, y: plot.top, width: bar.width, height: plot.height }
          return { ...(points[index] ?? { x: 0, y: 0 }), ...markOf(index), box }
        }}
        find={(at) => {
          const index = bars.findIndex((bar) => at.x >= bar.x && at.x < bar.x + bar.width)
          return index < 0 || at.y < plot.top || at.y > foot ? null : index
        }}
      />
    </div>
  )
}

/** Labels are side by side above the plot; where they would overlap, they move apart. */
function DateLines({ plot, lines, xOf }: { plot: Plot; lines: readonly DateLine[]; xOf: (date: string) => number }) {
  const right = plot.left + plot.width
  const places = lines.map(({ date }) => Math.min(Math.max(xOf(date), plot.left), right))
  const labels = spreadLabels(places, 92, [plot.left + 44, right - 44])
  return lines.map(({ share, label }, index) => (
    <g key={share}>
      <polyline
        className={styles.line}
        fill="none"
        points={`${labels[index]},${plot.top - 14} ${places[index]},${plot.top - 4} ${places[index]},${plot.top + plot.height}`}
        strokeDasharray={DASHES[share]}
      />
      <text x={labels[index]} y={plot.top - 18} textAnchor="middle">
        <tspan className={styles.strong}>{label}</tspan> · {share}%
      </text>
    </g>
  ))
}
