import { useMemo } from 'react'
import { line } from 'd3-shape'
import { scaleLinear } from 'd3-scale'
import { count } from '../count.ts'
import { anchorAt, ValueAxis } from './Axes.tsx'
import { MarkLayer } from './MarkLayer.tsx'
import { dotsPath, spreadLabels, textWidth, valueScale, widest, type Plot } from './plot.ts'
import { labelledColumns } from './scale.ts'
import { useWidth } from './use-width.ts'
import styles from './plots.module.css'

export interface LabelledValue {
  label: string
  /** null: missing, the line has a gap there */
  value: number | null
  to?: string
}

export interface LineSeries {
  name: string
  /** one per label; all series have the same labels */
  points: readonly LabelledValue[]
  /** distinguishes the line from the others without colour */
  look: 'solid' | 'dashed' | 'dotted'
}

interface LineChartProps {
  label: string
  summary: string
  series: readonly LineSeries[]
  format?: (value: number) => string
  height?: number
}

const DASH = { solid: undefined, dashed: '6 4', dotted: '1.5 3' }
const COLOURS = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)']

/** One or several lines over the same labels, each named at its right end. */
export function LineChart({ label, summary, series, format = count, height = 220 }: LineChartProps) {
  const [box, width] = useWidth()
  const labels = series[0]?.points.map(({ label }) => label) ?? []
  const values = series.flatMap(({ points }) => points.flatMap(({ value }) => (value === null ? [] : [value])))
  const domain: [number, number] = [Math.min(0, ...values), Math.max(0, ...values)]
  const left = 14 + Math.max(textWidth(format(domain[0])), textWidth(format(domain[1])))
  const right = 10 + widest(series.map(({ name }) => name))
  const plot: Plot = useMemo(
    () => ({ left, top: 10, width: width - left - right, height: height - 38 }),
    [width, height, left, right],
  )
  const y = valueScale(plot, domain)
  const isWhole = values.every(Number.isInteger)
  // A single value is centred.
  const x = scaleLinear(labels.length === 1 ? [-1, 1] : [0, labels.length - 1], [plot.left, plot.left + plot.width])
  const marks = series.flatMap(({ name, points }) =>
    points.flatMap(({ label, value, to }, index) => (value === null ? [] : [{ name, label, value, to, index }])),
  )
  marks.sort((one, other) => one.index - other.index)
  const points = marks.map(({ index, value }) => ({ x: x(index), y: y(value) }))
  // The first and the last label stay inside the plot, so they reach further towards their neighbours.
  const labelled = labelledColumns(labels.length, 1 + Math.max(1, Math.floor(plot.width / (1.5 * widest(labels) + 10))))
  const ends = spreadLabels(
    series.map(({ points }) => y(points.findLast(({ value }) => value !== null)?.value ?? 0)),
    15,
    [plot.top, plot.top + plot.height],
  )
  return (
    <div className={styles.drawing} ref={box} style={{ height }}>
      <p className="visually-hidden">{summary}</p>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <ValueAxis plot={plot} scale={y} format={format} isWhole={isWhole} />
        {labels.map(
          (label, index) =>
            labelled.has(index) && (
              <text key={index} x={x(index)} y={plot.top + plot.height + 18} textAnchor={anchorAt(x(index), plot)}>
                {label}
              </text>
            ),
        )}
        {series.map(({ name, points, look }, at) => {
          const known = points.flatMap(({ value }, index) => (value === null ? [] : [{ x: x(index), y: y(value) }]))
          const path = line<LabelledValue>()
            .defined(({ value }) => value !== null)
            .x((_, index) => x(index))
            .y(({ value }) => y(value ?? 0))(points)
          return (
            <g key={name} stroke={COLOURS[at % COLOURS.length]} fill="none">
              <path d={path ?? ''} strokeWidth="1.75" strokeDasharray={DASH[look]} />
              {known.length <= 60 && <path d={dotsPath(known)} strokeWidth="5" strokeLinecap="round" />}
              <text x={plot.left + plot.width + 8} y={(ends[at] ?? 0) + 4} stroke="none" className={styles.strong}>
                {name}
              </text>
            </g>
          )
        })}
      </svg>
      <MarkLayer
        label={label}
        plot={plot}
        width={width}
        points={points}
        markAt={(at) => {
          const { name = '', label = '', value = 0, to } = marks[at] ?? {}
          const line = `${name}: ${format(value)}`
          return {
            ...(points[at] ?? { x: 0, y: 0 }),
            name: `${label}, ${line}`,
            title: label,
            lines: [line],
            link: to === undefined ? undefined : { to },
          }
        }}
      />
    </div>
  )
}
