import { useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { count } from '../ui/count.ts'
import type { LabelledValue } from './LineChart.tsx'
import { isShortcut } from './steps.ts'
import styles from './bar-list.module.css'

interface BarListProps {
  label: string
  rows: readonly LabelledValue[]
  format?: (value: number) => string
}

/** More bars cannot be compared; the owner's table has them all. */
const MAX_BARS = 50
const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowUp: (at) => Math.max(0, at - 1),
  ArrowDown: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_at, last) => last,
}

/** A bar per row with its label and value, in the order given. Like any chart it is one stop for the Tab key. */
export function BarList({ label, rows, format = count }: BarListProps) {
  const [current, setCurrent] = useState(0)
  const shown = rows.slice(0, MAX_BARS)
  const most = shown.reduce((most, { value }) => Math.max(most, value ?? 0), 0)
  const linked = shown.flatMap(({ to }, index) => (to === undefined ? [] : [index]))
  const stop = linked[Math.min(current, linked.length - 1)]

  function walk(event: KeyboardEvent<HTMLAnchorElement>, at: number) {
    const step = STEPS[event.key]
    if (!step || isShortcut(event)) return
    event.preventDefault()
    event.currentTarget.closest('ul')?.querySelectorAll('a')[step(at, linked.length - 1)]?.focus()
  }
  return (
    <>
      <ul className={styles.bars} aria-label={`${label}. Arrow keys move between bars.`}>
        {shown.map((row, index) => {
          const value = row.value === null ? '–' : format(row.value)
          const face = (
            <>
              <span className={styles.name}>{row.label}</span>
              <svg className={styles.track} aria-hidden="true">
                <rect
                  width={`${most === 0 ? 0 : ((row.value ?? 0) / most) * 100}%`}
                  height="100%"
                  rx="2"
                  fill="var(--chart-1)"
                />
              </svg>
              <span className={styles.value}>{value}</span>
            </>
          )
          const at = linked.indexOf(index)
          return (
            // Labels may repeat, so the index is the key.
            <li key={index}>
              {row.to === undefined ? (
                <div className={styles.row}>{face}</div>
              ) : (
                <Link
                  className={styles.row}
                  to={row.to}
                  tabIndex={index === stop ? 0 : -1}
                  onFocus={() => setCurrent(at)}
                  onKeyDown={(event) => walk(event, at)}
                >
                  {face}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
      {rows.length > MAX_BARS && (
        <p className="text-12 muted">
          The first {count(MAX_BARS)} of {count(rows.length)}.
        </p>
      )}
    </>
  )
}
