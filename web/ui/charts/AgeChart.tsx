import { useMemo } from 'react'
import { classes } from '../classes.ts'
import { ValueAxis } from './Axes.tsx'
import { dotSize } from './dot-size.ts'
import { MarkLayer } from './MarkLayer.tsx'
import type { Mark } from './marks.ts'
import { dotsPath, nearest, ringsPath, valueScale, type Plot } from './plot.ts'
import { useWidth } from './use-width.ts'
import { AgeBands } from './AgeBands.tsx'
import styles from './plots.module.css'
import { say } from '../../../shared/texts/say.ts'

export interface AgeStrip {
  /** above the strip: "Pending Review · 37" */
  title: string
  label: string
  summary: string
  values: readonly number[]
  /** ages by which 50, 85 and 95 per cent had left; null: nothing to compare with */
  bands: { p50: number; p85: number; p95: number } | null
  /** text and link of a value, by its index */
  markOf: (index: number) => Omit<Mark, 'x' | 'y' | 'box'>
}

/** Strips in a column are lower than strips in a row. */
const HEIGHT = { beside: 316, below: 220 }
/** Least width for two strips side by side, as in the style sheet. */
const BESIDE = 448

/** Ages of open work, one strip per step, on bands that show what share had left the step by that age. */
export function AgeChart({ strips }: { strips: readonly AgeStrip[] }) {
  const [box, width] = useWidth()
  const isBeside = width >= BESIDE || strips.length === 1
  return (
    <div className={styles.strips} ref={box}>
      {strips.map((strip, index) => (
        <Strip
          key={strip.label}
          strip={strip}
          height={isBeside ? HEIGHT.beside : HEIGHT.below}
          isNamed={!isBeside || index === strips.length - 1}
        />
      ))}
    </div>
  )
}

function Strip({ strip, height, isNamed }: { strip: AgeStrip; height: number; isNamed: boolean }) {
  const { values, bands, markOf } = strip
  const [box, width] = useWidth()
  const plot: Plot = useMemo(
    () => ({ left: 34, top: 24, width: width - 34 - (isNamed ? 40 : 8), height: height - 32 }),
    [width, height, isNamed],
  )
  const oldest = values.reduce((oldest, value) => Math.max(oldest, value), 0)
  const edge = bands ? Math.max(bands.p95 * 1.3, Math.min(oldest, bands.p95 * 3)) : oldest
  const y = valueScale(plot, [0, edge])
  const [, top = edge] = y.domain()
  const { shares, order } = useMemo(() => jitterOf(values.length), [values.length])
  const points = useMemo(() => {
    const y = valueScale(plot, [0, top])
    return values.map((value, index) => ({
      x: plot.left + plot.width * (0.04 + 0.92 * shares[index]!),
      y: y(Math.min(value, top)),
    }))
  }, [values, shares, plot, top])
  const walked = useMemo(() => order.map((index) => points[index]!), [order, points])
  const beyond = values.filter((value) => value > top).length
  const isAbove = (index: number) => bands !== null && values[index]! > bands.p85
  return (
    <div className={styles.drawing} ref={box} style={{ height }}>
      <p className="visually-hidden">{strip.summary}</p>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <text x={plot.left} y={12} className={styles.strong}>
          {strip.title}
        </text>
        {beyond > 0 && (
          // At the edge of the drawing: a narrow plot has no room for both.
          <text x={width} y={12} textAnchor="end">
            {say('{count, number} above {most, number}', { count: beyond, most: Math.round(top) })}
          </text>
        )}
        {bands && <AgeBands plot={plot} bands={bands} top={top} isNamed={isNamed} />}
        <ValueAxis plot={plot} scale={y} ticks={4} isWhole />
        <path
          d={dotsPath(points.filter((_, index) => !isAbove(index)))}
          className={classes(styles.dots, dotSize(values.length))}
        />
        <path
          d={ringsPath(
            points.filter((_, index) => isAbove(index)),
            values.length > 600 ? 2 : 3.25,
          )}
          className={classes(styles.slow, values.length > 600 && styles.fine)}
        />
      </svg>
      <MarkLayer
        label={strip.label}
        plot={plot}
        width={width}
        points={walked}
        markAt={(at) => ({ ...(walked[at] ?? { x: 0, y: 0 }), ...markOf(order[at] ?? 0) })}
        find={(at) => nearest(walked, at)}
      />
    </div>
  )
}

/** Horizontal position of each value, and the keyboard order from left to right: both depend on the count only. */
function jitterOf(count: number): { shares: number[]; order: number[] } {
  const shares = Array.from({ length: count }, (_, index) => ((index + 0.8) * 0.618034) % 1)
  return { shares, order: shares.map((_, index) => index).sort((one, other) => shares[one]! - shares[other]!) }
}
