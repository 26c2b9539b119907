import { useMemo } from 'react'
import { classes } from '../classes.ts'
import { dotSize } from './dot-size.ts'
import { DayAxis, ValueAxis } from './Axes.tsx'
import { MarkLayer } from './MarkLayer.tsx'
import type { Mark } from './marks.ts'
import { dayScale, dotsPath, nearest, ringsPath, valueScale, type Plot } from './plot.ts'
import { ReferenceLines, type ReferenceLine } from './reference-lines.tsx'
import { cellAt, cellBoxes, densityLevels, type ScatterData } from './scatter.ts'
import { useWidth } from './use-width.ts'
import type { Brush } from './use-brush.ts'
import styles from './plots.module.css'
import { say } from '../../../shared/texts/say.ts'

interface ScatterChartProps {
  label: string
  /** text alternative of the chart, in a sentence or two */
  summary: string
  from: string
  days: number
  data: ScatterData
  lines: readonly ReferenceLine[]
  /** values above it are drawn as hollow red marks */
  slowFrom: number
  /** text and link of a point or cell, by its index in the data */
  markOf: (index: number) => Omit<Mark, 'x' | 'y' | 'box'>
  onBrush?: Brush['onBrush']
}

const HEIGHT = 254
/** Width of the lines' labels. */
const RIGHT = 86
/** Outliers far above the slow line are drawn at the edge, so that they do not compress all others. */
const EDGE = 1.5

/** Values over time, as points or as counts per cell of a grid. The number of elements does not grow with them. */
export function ScatterChart(props: ScatterChartProps) {
  const { label, summary, from, days, data, lines, slowFrom, markOf, onBrush } = props
  const [box, width] = useWidth()
  const plot: Plot = useMemo(() => ({ left: 40, top: 12, width: width - 40 - RIGHT, height: HEIGHT - 40 }), [width])
  const most = data.marks.reduce((most, { value }) => Math.max(most, value), 0)
  const edge = slowFrom > 0 ? Math.min(most, slowFrom * EDGE) : most
  const y = valueScale(plot, [0, edge])
  const top = y.domain()[1] ?? edge
  const above = data.marks.reduce((sum, { value, count }) => sum + (value > top ? count : 0), 0)
  const drawing = useMemo(() => drawingOf(data, plot, { days, top, slowFrom }), [data, plot, days, top, slowFrom])
  const markAt = (at: number): Mark => {
    const index = drawing.order[at] ?? 0
    const point = drawing.points[at] ?? { x: 0, y: 0 }
    const box = drawing.boxes[at]
    return { ...point, ...markOf(index), ...(box && { box }) }
  }
  return (
    <div className={styles.drawing} ref={box} style={{ height: HEIGHT }}>
      <p className="visually-hidden">{summary}</p>
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
        <ValueAxis plot={plot} scale={y} isWhole />
        <DayAxis plot={plot} from={from} days={days} />
        {drawing.levels.map((path, level) => (
          <path key={level} d={path} fill="var(--chart-1)" fillOpacity={0.12 + 0.22 * level} />
        ))}
        <path d={drawing.dots} className={classes(styles.dots, dotSize(data.marks.length))} />
        <ReferenceLines plot={plot} scale={y} lines={lines} />
        <path d={drawing.slow} className={classes(styles.slow, data.kind === 'density' && styles.fine)} />
        {above > 0 && (
          <text x={plot.left + plot.width + 8} y={plot.top}>
            {say('{count, number} above {most, number}', { count: above, most: Math.round(top) })}
          </text>
        )}
      </svg>
      <MarkLayer
        label={label}
        plot={plot}
        width={width}
        points={drawing.points}
        markAt={markAt}
        find={data.kind === 'density' ? (at) => cellAt(drawing.boxes, at) : (at) => nearest(drawing.points, at)}
        brush={onBrush && { from, days, onBrush }}
      />
    </div>
  )
}

interface Drawing {
  /** marks in keyboard order, from left to right, by their index in the data */
  order: number[]
  points: { x: number; y: number }[]
  boxes: NonNullable<Mark['box']>[]
  dots: string
  slow: string
  levels: string[]
}

function drawingOf(
  data: ScatterData,
  plot: Plot,
  { days, top, slowFrom }: { days: number; top: number; slowFrom: number },
): Drawing {
  const { marks } = data
  const order = marks
    .map((_, index) => index)
    .sort((one, other) => {
      const [first, second] = [marks[one]!, marks[other]!]
      return first.day - second.day || first.value - second.value || one - other
    })
  const isSlow = (index: number) => marks[index]!.value > slowFrom
  if (data.kind === 'density') {
    const cells = cellBoxes(data, plot, { days, top })
    const boxes = order.map((index) => cells[index]!)
    const points = boxes.map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))
    const levels = densityLevels(data, order, boxes, (index) => !isSlow(index))
    const slow = order.flatMap((index, at) => (isSlow(index) ? [{ ...points[at]!, count: marks[index]!.count }] : []))
    const most = slow.reduce((most, { count }) => Math.max(most, count), 1)
    // To a tenth of a pixel: full precision would make the path of a thousand rings three times as long.
    const radius = (count: number) => Math.round(12.5 + 17.5 * Math.sqrt(count / most)) / 10
    const rings = slow.map((ring) => ringsPath([ring], radius(ring.count))).join('')
    return { order, points, boxes, dots: '', slow: rings, levels }
  }
  const x = dayScale(plot, days)
  const y = valueScale(plot, [0, top])
  // Spreads the points of one day over its width.
  const aside = (index: number) => ((((index + 0.8) * 0.618034) % 1) - 0.5) * 0.8
  const points = order.map((index) => ({
    x: x(marks[index]!.day + aside(index)),
    y: y(Math.min(marks[index]!.value, top)),
  }))
  const [slow, dots] = [true, false].map((wanted) => points.filter((_, at) => isSlow(order[at]!) === wanted))
  return { order, points, boxes: [], dots: dotsPath(dots ?? []), slow: ringsPath(slow ?? [], 3.25), levels: [] }
}
