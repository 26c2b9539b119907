import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { count } from '../count.ts'
import type { Scale } from './scale.ts'
import { HALF, type Half } from './MirroredAxes.tsx'
import type { Column } from './MirroredBars.tsx'
import styles from './charts.module.css'

interface MirroredBarProps {
  column: Column
  index: number
  /** number of columns */
  of: number
  half: Half
  /** name of the series of this half */
  series: string
  scale: Scale
  fill: string
  isStop: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** A bar and the whole half column around it, so that a short bar is as easy to hit as a tall one. */
export function MirroredBar(props: MirroredBarProps) {
  const { column, index, of, half, series, scale, fill, isStop, onFocus, onKeyDown } = props
  const value = column[half]
  const width = 100 / of
  const height = (value / scale.max) * (HALF - 2)
  const top = half === 'up' ? 0 : HALF
  return (
    <Link
      to={half === 'up' ? column.upTo : column.downTo}
      className={styles.mark}
      data-mark={`${index}-${half}`}
      aria-label={`${column.name}: ${count(value)} ${series.toLowerCase()}`}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <rect className={styles.hit} x={`${index * width}%`} y={top} width={`${width}%`} height={HALF} />
      {value > 0 && (
        <rect
          className={half === 'up' ? styles.halfUp : styles.halfDown}
          x={`${(index + 0.08) * width}%`}
          y={half === 'up' ? HALF - height : HALF + 1}
          width={`${width * 0.84}%`}
          height={height}
          rx="1.5"
          fill={fill}
          opacity={column.running ? 0.55 : 1}
        />
      )}
    </Link>
  )
}
