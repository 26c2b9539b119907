import { useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { stackedWidths } from './scale.ts'
import { isShortcut, KEY_STEPS } from './steps.ts'
import styles from './charts.module.css'
import { say } from '../../../shared/texts/say.ts'

export interface Part {
  key: string
  /** what a screen reader says and the tooltip shows: "Pending Review: 37 requests, 2.9%" */
  label: string
  count: number
  colour: string
  to: string
}

/**
 * One bar cut into parts; each is a link to its rows. Parts without a count are not drawn: there is nothing to open.
 * Like any chart it is one stop for the Tab key, at first its largest part; arrows, Home and End walk over the parts.
 */
export function StackedBar({ label, parts }: { label: string; parts: readonly Part[] }) {
  const widths = stackedWidths(parts.map((part) => part.count))
  const drawn = parts.map((part, index) => ({ ...part, width: widths[index] })).filter(({ count }) => count > 0)
  const largest = drawn.reduce((best, { count }, index) => (count > (drawn[best]?.count ?? 0) ? index : best), 0)
  const [current, setCurrent] = useState<number | null>(null)
  const stop = Math.min(current ?? largest, drawn.length - 1)

  function walk(event: KeyboardEvent<HTMLAnchorElement>) {
    const step = KEY_STEPS[event.key]
    if (!step || isShortcut(event)) return
    event.preventDefault()
    event.currentTarget.closest('ul')?.querySelectorAll('a')[step(stop, drawn.length - 1)]?.focus()
  }

  return (
    <ul className={styles.stacked} aria-label={say('{label}. Arrow keys move between parts.', { label })}>
      {drawn.map((part, index) => (
        <li key={part.key} style={{ width: `${part.width}%` }}>
          <Link
            to={part.to}
            aria-label={part.label}
            title={part.label}
            tabIndex={index === stop ? 0 : -1}
            onFocus={() => setCurrent(index)}
            onKeyDown={walk}
          >
            <svg aria-hidden="true">
              <rect width="100%" height="100%" rx="2" fill={part.colour} />
            </svg>
          </Link>
        </li>
      ))}
    </ul>
  )
}
