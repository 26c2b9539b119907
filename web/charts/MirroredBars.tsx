import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { count } from '../ui/count.ts'
import { countScale, labelledColumns, type Scale } from './scale.ts'
import { isShortcut, KEY_STEPS } from './steps.ts'
import { classes } from '../ui/classes.ts'
import styles from './charts.module.css'

export interface Column {
  /** the whole name, for the tooltip and the marks' names: "Week of 16–22 Nov 2026" */
  name: string
  /** the short one under the axis: "16 Nov" */
  tick: string
  up: number
  down: number
  upTo: string
  downTo: string
  /** still running, so its figures may grow: drawn paler */
  running: boolean
}

interface Series {
  name: string
  total: number
}

type Half = 'up' | 'down'

/** Pixels of one half, from the zero line to the end of the scale. */
const HALF = 88
const LABELS = 6

/**
 * Two series per column, one above and one below the zero line, on one scale; the lower one is hatched as well as coloured.
 * Every bar is a link to its rows. The chart is one stop for the Tab key: arrows, Home and End walk over the bars.
 * Widths are percentages, so it follows its box without measuring it.
 */
export function MirroredBars(props: { label: string; columns: readonly Column[]; up: Series; down: Series }) {
  const { label, columns, up, down } = props
  const hatch = useId()
  const plot = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<{ column: number; half: Half }>({ column: columns.length - 1, half: 'up' })
  const [pointed, setPointed] = useState<number | null>(null)
  const scale = countScale(Math.max(0, ...columns.flatMap((column) => [column.up, column.down])), 3)
  const last = columns.length - 1
  const focused = Math.min(current.column, last)

  function walk(event: KeyboardEvent) {
    if (event.key === 'Escape') return setPointed(null)
    if (isShortcut(event)) return
    const step = KEY_STEPS[event.key]
    const half = event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : current.half
    if (!step && half === current.half) return
    event.preventDefault()
    const column = step ? step(focused, last) : focused
    plot.current?.querySelector<SVGAElement>(`[data-mark="${column}-${half}"]`)?.focus()
  }

  const mark = (column: Column, index: number, half: Half) => {
    const series = half === 'up' ? up : down
    return (
      <Mark
        key={half}
        index={index}
        half={half}
        of={columns.length}
        value={half === 'up' ? column.up : column.down}
        scale={scale}
        fill={half === 'up' ? 'var(--chart-1)' : `url(#${hatch})`}
        running={column.running}
        to={half === 'up' ? column.upTo : column.downTo}
        name={`${column.name}: ${count(half === 'up' ? column.up : column.down)} ${series.name.toLowerCase()}`}
        onKeyDown={walk}
        isStop={focused === index && current.half === half}
        onFocus={() => {
          setCurrent({ column: index, half })
          setPointed(index)
        }}
      />
    )
  }

  return (
    <div className={styles.mirrored}>
      <Axis scale={scale} />
      <div className={styles.plot} ref={plot} onPointerLeave={() => setPointed(null)} onBlur={() => setPointed(null)}>
        <svg height={HALF * 2} role="group" aria-label={`${label}. Arrow keys move between bars.`}>
          <Hatch id={hatch} />
          <Grid scale={scale} />
          {columns.map((column, index) => (
            <g key={column.name} className={pointed === index ? styles.isPointed : undefined}>
              <rect
                className={styles.wash}
                x={`${(index / columns.length) * 100}%`}
                width={`${100 / columns.length}%`}
                height="100%"
                onPointerEnter={() => setPointed(index)}
              />
              <g onPointerEnter={() => setPointed(index)}>
                {mark(column, index, 'up')}
                {mark(column, index, 'down')}
              </g>
            </g>
          ))}
          <line x1="0" x2="100%" y1={HALF} y2={HALF} stroke="var(--edge)" />
        </svg>
        <Ticks columns={columns} />
        {pointed !== null && columns[pointed] && (
          <Tip column={columns[pointed]} at={(pointed + 0.5) / columns.length} up={up.name} down={down.name} />
        )}
      </div>
      <Totals up={up} down={down} />
    </div>
  )
}

function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="5" height="5" fill="var(--green-soft)" />
        <rect width="1.6" height="5" fill="var(--chart-2)" />
      </pattern>
    </defs>
  )
}

function Ticks({ columns }: { columns: readonly Column[] }) {
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

function Totals({ up, down }: { up: Series; down: Series }) {
  return (
    <dl className={styles.totals}>
      <div style={{ color: 'var(--blue-text)' }}>
        <dt>{up.name}</dt>
        <dd>{count(up.total)}</dd>
      </div>
      <div style={{ color: 'var(--green-text)' }}>
        <dt>{down.name}</dt>
        <dd>{count(down.total)}</dd>
      </div>
    </dl>
  )
}

interface MarkProps {
  index: number
  half: Half
  of: number
  value: number
  scale: Scale
  fill: string
  running: boolean
  to: string
  name: string
  isStop: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** A bar and the whole half column around it, so that a short bar is as easy to hit as a tall one. */
function Mark({ index, half, of, value, scale, fill, running, to, name, isStop, onFocus, onKeyDown }: MarkProps) {
  const width = 100 / of
  const height = (value / scale.max) * (HALF - 2)
  const top = half === 'up' ? 0 : HALF
  return (
    <Link
      to={to}
      className={styles.mark}
      data-mark={`${index}-${half}`}
      aria-label={name}
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
          opacity={running ? 0.55 : 1}
        />
      )}
    </Link>
  )
}

function yOf(tick: number, scale: Scale, half: Half): number {
  const away = (tick / scale.max) * (HALF - 2)
  return half === 'up' ? HALF - away : HALF + away
}

function Grid({ scale }: { scale: Scale }) {
  const ticks = scale.ticks.slice(1)
  const lines = [...ticks.map((tick) => yOf(tick, scale, 'up')), ...ticks.map((tick) => yOf(tick, scale, 'down'))]
  return lines.map((y) => <line key={y} x1="0" x2="100%" y1={y} y2={y} stroke="var(--chart-grid)" />)
}

function Axis({ scale }: { scale: Scale }) {
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

/** Placed on top of its column, so that the pointer can move onto it; Esc and leaving dismiss it. */
function Tip({ column, at, up, down }: { column: Column; at: number; up: string; down: string }) {
  const side = at < 0.25 ? styles.fromLeft : at > 0.75 ? styles.fromRight : null
  return (
    <div className={classes('tooltip', styles.chartTip, side)} style={{ left: `${at * 100}%` }} aria-hidden="true">
      <b>{column.name}</b>
      <span>
        {count(column.up)} {up.toLowerCase()} · {count(column.down)} {down.toLowerCase()}
      </span>
      {column.running && <span>not over yet</span>}
    </div>
  )
}
