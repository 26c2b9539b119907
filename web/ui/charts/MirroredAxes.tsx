import { count } from '../count.ts'
import { labelledColumns, type Scale } from './scale.ts'
import type { Column } from './MirroredBars.tsx'
import styles from './charts.module.css'

export type Half = 'up' | 'down'

/** Pixels of one half, from the zero line to the end of the scale. */
export const HALF = 88
/** Labels that fit below the columns. */
const LABELS = 6

/** Height of a value in its half; the end of the scale stays clear of the edge. */
function yOf(tick: number, scale: Scale, half: Half): number {
  const away = (tick / scale.max) * (HALF - 2)
  return half === 'up' ? HALF - away : HALF + away
}

export function MirroredGrid({ scale }: { scale: Scale }) {
  const ticks = scale.ticks.slice(1)
  const lines = [...ticks.map((tick) => yOf(tick, scale, 'up')), ...ticks.map((tick) => yOf(tick, scale, 'down'))]
  return lines.map((y) => <line key={y} x1="0" x2="100%" y1={y} y2={y} stroke="var(--chart-grid)" />)
}

export function MirroredAxis({ scale }: { scale: Scale }) {
  const places = scale.ticks.flatMap((tick) =>
    (tick === 0 ? (['up'] as const) : (['up', 'down'] as const)).map((half) => ({ tick, y: yOf(tick, scale, half) })),
  )
  return (
    <div className={styles.axis} style={{ height: HALF * 2 }} aria-hidden="true">
      {places.map(({ tick, y }) => (
        <span key={y} style={{ top: y }}>
          {count(tick)}
        </span>
      ))}
    </div>
  )
}

export function MirroredTicks({ columns }: { columns: readonly Column[] }) {
  const labelled = labelledColumns(columns.length, LABELS)
  const placeOf = (index: number) =>
    index === columns.length - 1
      ? { className: styles.last }
      : { style: { left: `${((index + 0.5) / columns.length) * 100}%` } }
  return (
    <div className={styles.ticks} aria-hidden="true">
      {columns.map(({ name, tick }, index) =>
        labelled.has(index) ? (
          <span key={name} {...placeOf(index)}>
            {tick}
          </span>
        ) : null,
      )}
    </div>
  )
}
