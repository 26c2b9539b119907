import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { count } from '../count.ts'
import { countScale } from './scale.ts'
import { isShortcut, KEY_STEPS } from './steps.ts'
import { classes } from '../classes.ts'
import { HALF, type Half, MirroredAxis, MirroredGrid, MirroredTicks } from './MirroredAxes.tsx'
import { MirroredBar } from './MirroredBar.tsx'
import styles from './charts.module.css'
import { say } from '../../../shared/texts/say.ts'

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

  const bar = (column: Column, index: number, half: Half) => (
    <MirroredBar
      column={column}
      index={index}
      of={columns.length}
      half={half}
      series={half === 'up' ? up.name : down.name}
      scale={scale}
      fill={half === 'up' ? 'var(--chart-1)' : `url(#${hatch})`}
      onKeyDown={walk}
      isStop={focused === index && current.half === half}
      onFocus={() => {
        setCurrent({ column: index, half })
        setPointed(index)
      }}
    />
  )

  return (
    <div className={styles.mirrored}>
      <MirroredAxis scale={scale} />
      <div className={styles.plot} ref={plot} onPointerLeave={() => setPointed(null)} onBlur={() => setPointed(null)}>
        <svg height={HALF * 2} role="group" aria-label={say('{label}. Arrow keys move between bars.', { label })}>
          <Hatch id={hatch} />
          <MirroredGrid scale={scale} />
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
                {bar(column, index, 'up')}
                {bar(column, index, 'down')}
              </g>
            </g>
          ))}
          <line x1="0" x2="100%" y1={HALF} y2={HALF} stroke="var(--edge)" />
        </svg>
        <MirroredTicks columns={columns} />
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

/** Placed on top of its column, so that the pointer can move onto it; Esc and leaving dismiss it. */
function Tip({ column, at, up, down }: { column: Column; at: number; up: string; down: string }) {
  const side = at < 0.25 ? styles.fromLeft : at > 0.75 ? styles.fromRight : null
  return (
    <div className={classes('tooltip', styles.chartTip, side)} style={{ left: `${at * 100}%` }} aria-hidden="true">
      <b>{column.name}</b>
      <span>
        {count(column.up)} {up.toLowerCase()} · {count(column.down)} {down.toLowerCase()}
      </span>
      {column.running && <span>{say('not over yet')}</span>}
    </div>
  )
}
