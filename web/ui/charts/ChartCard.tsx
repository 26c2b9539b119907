import { useId, useRef, useState, type ReactNode } from 'react'
import { usePrintTime } from '../print-time.ts'
import { Scrolling } from '../Scrolling.tsx'
import { classes } from '../classes.ts'
import type { ChartData } from './chart-data.ts'
import { ChartMenu } from './ChartMenu.tsx'
import { ChartTable } from './ChartTable.tsx'
import styles from './charts.module.css'
import { say } from '../../../shared/texts/say.ts'

interface ChartCardProps {
  /** the chart's name, small above its finding */
  name: string
  /** the title: what the figures say, as a sentence; without figures the name is the title */
  finding?: string
  /** at the right of the head: a range switch, a total */
  controls?: ReactNode
  /** what to know about the drawing: its period, what pale means */
  note?: ReactNode
  /** at the end of the foot: a link to the rows; "Show as table" then moves into the menu */
  action?: ReactNode
  /** the drawing, or its placeholder */
  children: ReactNode
  /** below the drawing and its table alike: inputs of the figures, and their limits */
  below?: ReactNode
  /** the figures for the table, for copying and for the CSV; a function where computing them is costly */
  data?: ChartData | (() => ChartData)
  /** what `data` is called where it differs from the drawing, as daily figures of a weekly chart */
  dataName?: string
  /** a table of the owner's instead of the one from `data`; false where the drawing already has one */
  table?: ReactNode
  /** meaning and time of the figures, in the menu */
  definition?: ReactNode
  busy?: boolean
  /** stale figures have been shown for so long that they may be mistaken for the requested ones */
  isPale?: boolean
}

/** A figure in a card: name, finding, drawing, and the same figures as a table. */
export function ChartCard(props: ChartCardProps) {
  const {
    name,
    finding,
    controls,
    note,
    action,
    children,
    below,
    data,
    definition,
    busy = false,
    isPale = false,
  } = props
  const hasRows = typeof data === 'function' || (data !== undefined && data.rows.length > 0)
  const table = props.table ?? (hasRows && <ChartTable name={name} data={data} />)
  const [wantsTable, setWantsTable] = useState(false)
  const isPrinted = usePrintTime() !== null
  const figure = useRef<HTMLElement>(null)
  const title = useId()
  const asTable = wantsTable && Boolean(table)
  const toggle = () => setWantsTable(!wantsTable)
  return (
    <figure
      ref={figure}
      className={classes('card', styles.chartCard, isPale && styles.isPale)}
      aria-labelledby={title}
      aria-busy={busy}
    >
      <header>
        <div className="grow">
          {finding && <p className="text-12 muted">{name}</p>}
          <h2 id={title}>{finding ?? name}</h2>
        </div>
        {controls && <div className={styles.controls}>{controls}</div>}
        {(data || definition) && (
          <ChartMenu
            name={name}
            dataName={props.dataName ?? name}
            figure={figure}
            data={data}
            definition={definition}
            asTable={asTable}
            onTable={table ? toggle : undefined}
          />
        )}
      </header>
      <div className={styles.chartBody}>
        {(!asTable || isPrinted) && children}
        {(asTable || isPrinted) && table && (
          <Scrolling label={`${name}, table`} className={styles.chartTable}>
            {table}
          </Scrolling>
        )}
        {below}
      </div>
      {(note || table || action) && (
        <footer>
          <div className="text-12 muted">{note}</div>
          {action}
          {table && (!action || asTable) && (
            <button type="button" className="link-button text-12" onClick={toggle}>
              {asTable ? say('Show as chart') : say('Show as table')}
            </button>
          )}
        </footer>
      )}
    </figure>
  )
}
