import { useId, useMemo } from 'react'
import { DayAxis, ValueAxis } from './Axes.tsx'
import { MarkLayer } from './MarkLayer.tsx'
import type { Mark } from './marks.ts'
import { dayScale, spreadLabels, textWidth, valueScale, widest, type Plot } from './plot.ts'
import { useWidth } from './use-width.ts'
import type { Brush } from './use-brush.ts'
import { HatchPattern, StackedAreas } from './StackedAreas.tsx'
import styles from './plots.module.css'
import { say } from '../../../shared/texts/say.ts'

export interface AreaSeries {
  /** at the end of the area, after its last value */
  name: string
  /** one per day */
  values: readonly number[]
  colour: string
  /** distinguishes the area from its neighbours without colour */
  fill: 'pale' | 'plain' | 'hatched'
}

interface AreaChartProps {
  label: string
  summary: string
  from: string
  /** from the bottom up */
  series: readonly AreaSeries[]
  /** text and link of a day, by its index */
  markOf: (day: number) => Omit<Mark, 'x' | 'y' | 'box'>
  /** formats the value of an end label */
  format: (value: number) => string
  onBrush?: Brush['onBrush']
}

const HEIGHT = 254

/** Stacked areas over days, named at their right ends. */
export function AreaChart({ label, summary, from, series, markOf, format, onBrush }: AreaChartProps) {
  const [box, width] = useWidth()
  const hatch = useId()
  const days = series[0]?.values.length ?? 0
  const tops = useMemo(() => stack(series), [series])
  const right = 10 + widest(series.map(({ name, values }) => `${format(values.at(-1) ?? 0)} ${name}`))
  const left = 14 + textWidth(format(Math.max(0, ...(tops.at(-1)?.slice(-1) ?? []))))
  const plot: Plot = useMemo(
    () => ({ left, top: 12, width: width - left - right, height: HEIGHT - 40 }),
    [width, left, right],
  )
  const y = valueScale(plot, domainOf(series[0]?.values ?? [], tops.at(-1) ?? []), 5)
  const x = dayScale(plot, days)
  const foot = plot.top + plot.height
  const [start = 0] = y.domain()
  const points = useMemo(() => {
    const x = dayScale(plot, days)
    return Array.from({ length: days }, (_, day) => ({ x: x(day), y: plot.top + 40 }))
  }, [plot, days])
  const markAt = (day: number): Mark => ({
    ...(points[day] ?? { x: 0, y: 0 }),
    ...markOf(day),
    box: dayColumn(plot, days, x(day)),
  })
  return (
    <div className={styles.drawing} ref={box} style={{ height: HEIGHT }}>
      <p className="visually-hidden">{summary}</p>
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
        <HatchPattern id={hatch} colour={series.find(({ fill }) => fill === 'hatched')?.colour} />
        <ValueAxis plot={plot} scale={y} ticks={5} isWhole />
        <StackedAreas plot={plot} series={series} tops={tops} days={days} scale={y} hatch={hatch} />
        {start > 0 && (
          <text x={plot.left + 8} y={foot - 8}>
            {say('from {start}, not from 0', { start: format(start) })}
          </text>
        )}
        <DayAxis plot={plot} from={from} days={days} />
        <EndLabels plot={plot} series={series} tops={tops} scale={y} format={format} />
      </svg>
      <MarkLayer
        label={label}
        plot={plot}
        width={width}
        points={points}
        markAt={markAt}
        find={({ x: at, y: down }) =>
          at < plot.left || at > plot.left + plot.width || down > foot
            ? null
            : Math.max(0, Math.min(days - 1, Math.round(x.invert(at))))
        }
        brush={onBrush && { from, days, onBrush }}
      />
    </div>
  )
}

/** The upper edge of each series. */
function stack(series: readonly AreaSeries[]): number[][] {
  const tops: number[][] = []
  for (const { values } of series) {
    const below = tops.at(-1)
    tops.push(values.map((value, day) => value + (below?.[day] ?? 0)))
  }
  return tops
}

/** Starts the axis above zero where the lowest area is far above it: else the areas on top would be thin lines. */
function domainOf(lowest: readonly number[], highest: readonly number[]): [number, number] {
  const least = lowest.reduce((least, value) => Math.min(least, value), lowest[0] ?? 0)
  const most = highest.reduce((most, value) => Math.max(most, value), 0)
  return [least > most * 0.3 && most >= 20 ? Math.max(0, least - (most - least) * 0.1) : 0, most]
}

/** The area of a day for hit testing and outline: its share of the plot's width, at least 4 pixels wide. */
function dayColumn(plot: Plot, days: number, centre: number): NonNullable<Mark['box']> {
  const width = Math.max(plot.width / Math.max(1, days), 4)
  return { x: Math.max(plot.left, centre - width / 2), y: plot.top, width, height: plot.height }
}

function EndLabels({
  plot,
  series,
  tops,
  scale,
  format,
}: Pick<AreaChartProps, 'series' | 'format'> & { plot: Plot; tops: number[][]; scale: (value: number) => number }) {
  const foot = plot.top + plot.height
  const middles = series.map((_, index) => {
    const lower = index === 0 ? foot : scale(tops[index - 1]?.at(-1) ?? 0)
    const upper = scale(tops[index]?.at(-1) ?? 0)
    return index === 0 ? Math.min(upper + 32, (upper + foot) / 2) : (lower + upper) / 2
  })
  const places = spreadLabels(middles, 17, [plot.top, foot])
  return series.map(({ name, values }, index) => (
    <text key={name} x={plot.left + plot.width + 8} y={(places[index] ?? 0) + 4}>
      <tspan className={styles.strong}>{format(values.at(-1) ?? 0)}</tspan> {name}
    </text>
  ))
}
