import { count } from '../count.ts'
import type { LabelledValue } from './LineChart.tsx'
import styles from './bar-list.module.css'
import { say } from '../../../shared/texts/say.ts'

interface BarListProps {
  label: string
  rows: readonly Pick<LabelledValue, 'label' | 'value'>[]
}

/** More bars cannot be compared; the owner's table has them all. */
const MAX_BARS = 50

/** A bar per row with its label and value, in the order given. */
export function BarList({ label, rows }: BarListProps) {
  const shown = rows.slice(0, MAX_BARS)
  const most = shown.reduce((most, { value }) => Math.max(most, value ?? 0), 0)
  return (
    <>
      <ul className={styles.bars} aria-label={label}>
        {shown.map(({ label: name, value }, index) => (
          // Labels may repeat, so the index is the key.
          <li key={index} className={styles.row}>
            <span className={styles.name}>{name}</span>
            <svg className={styles.track} aria-hidden="true">
              <rect
                width={`${most === 0 ? 0 : ((value ?? 0) / most) * 100}%`}
                height="100%"
                rx="2"
                fill="var(--chart-1)"
              />
            </svg>
            <span className={styles.value}>{value === null ? '–' : count(value)}</span>
          </li>
        ))}
      </ul>
      {rows.length > MAX_BARS && (
        <p className="text-12 muted">
          {say('The first {most} of {count}.', { most: count(MAX_BARS), count: count(rows.length) })}
        </p>
      )}
    </>
  )
}
