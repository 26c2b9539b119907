import { Download, Ellipsis, Info, TableProperties } from 'lucide-react'
import { Link } from 'react-router'
import { fullInstant } from '../formats/dates.ts'
import { buttonClass } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Popover, PopoverClose } from '../ui/Popover.tsx'
import { saveFile } from '../ui/save-file.ts'
import { rowsTo } from './api.ts'
import { csvOf, type CsvTable } from './csv.ts'
import styles from './analytics.module.css'

export interface AboutProps {
  /** the name of the figure */
  of: string
  definition: string
  asOf: string
  /** the call that answers the requests behind it */
  rows?: string | undefined
  rowsLabel?: string
  /** what is shown, as a table */
  csv?: (() => CsvTable) | undefined
  /** beside a figure in a line of text */
  small?: boolean
}

/** What a figure means, up to when it is known, its requests, and what is shown as CSV. */
export function About({ of, definition, asOf, rows, rowsLabel = 'Open the requests', csv, small = false }: AboutProps) {
  const trigger = small ? (
    <IconButton label={`About ${of}`} icon={Info} size="small" className={styles.info} />
  ) : (
    <IconButton label={`About ${of}`} icon={Ellipsis} />
  )
  return (
    <Popover label={of} className={classes('panel', styles.about)} trigger={trigger}>
      <p className="text-13">{definition}</p>
      <p className="text-12 muted">As of {fullInstant(asOf)}</p>
      <div className={styles.aboutActions}>
        {rows !== undefined && (
          <Link to={rowsTo(rows)} className={buttonClass('secondary', 'small')}>
            <Icon of={TableProperties} />
            {rowsLabel}
          </Link>
        )}
        {csv && (
          <PopoverClose size="small" icon={Download} onClick={() => saveFile(csvOf(csv()), csv().fileName)}>
            Download as CSV
          </PopoverClose>
        )}
      </div>
    </Popover>
  )
}
