import { useId, useState, type ReactNode } from 'react'
import { usePrintTime } from '../ui/print-time.ts'
import { classes } from '../ui/classes.ts'
import styles from './charts.module.css'

interface ChartCardProps {
  /** the chart's name, small above its finding */
  name: string
  /** the title: what the figures say, as a sentence; without figures the name is the title */
  finding?: string
  /** at the right of the head: a range switch, a total */
  controls?: ReactNode
  /** what to know about the drawing: its period, what pale means */
  note?: ReactNode
  /** the drawing, or what stands in its place while there is none */
  children: ReactNode
  /** the same figures as a table; left out where the drawing already has one */
  table?: ReactNode
  busy?: boolean
}

/** A figure in a card: name, finding, drawing, and the same figures as a table for whoever prefers reading. */
export function ChartCard({ name, finding, controls, note, children, table, busy = false }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false)
  const isPrinted = usePrintTime() !== null
  const title = useId()
  return (
    <figure className={classes('card', styles.chartCard)} aria-labelledby={title} aria-busy={busy}>
      <header>
        <div className="grow">
          {finding && <p className="text-12 muted">{name}</p>}
          <h2 id={title}>{finding ?? name}</h2>
        </div>
        {controls}
      </header>
      <div className={styles.chartBody}>
        {(!asTable || !table || isPrinted) && children}
        {(asTable || isPrinted) && table && <div className={styles.chartTable}>{table}</div>}
      </div>
      {(note || table) && (
        <footer>
          <span className="text-12 muted">{note}</span>
          {table && (
            <button type="button" className="link-button text-12" onClick={() => setAsTable(!asTable)}>
              {asTable ? 'Show as chart' : 'Show as table'}
            </button>
          )}
        </footer>
      )}
    </figure>
  )
}
