import styles from './plots.module.css'

interface LegendItem {
  mark: 'dot' | 'ring' | 'cell'
  label: string
}

/** Legend of the kinds of points, beside the chart. */
export function Legend({ items }: { items: readonly LegendItem[] }) {
  return (
    <span className={styles.key}>
      {items.map(({ mark, label }) => (
        <span key={label}>
          <svg width="12" height="12" aria-hidden="true">
            {mark === 'cell' && <rect x="1" y="1" width="10" height="10" fill="var(--chart-1)" fillOpacity="0.6" />}
            {mark === 'dot' && <circle cx="6" cy="6" r="4.5" fill="var(--chart-1)" />}
            {mark === 'ring' && <circle cx="6" cy="6" r="4" fill="none" stroke="var(--red)" strokeWidth="1.75" />}
          </svg>
          {label}
        </span>
      ))}
    </span>
  )
}
