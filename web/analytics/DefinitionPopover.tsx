import { Info, TableProperties } from 'lucide-react'
import { Link } from 'react-router'
import { buttonClass } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Popover } from '../ui/Popover.tsx'
import { rowsTo } from './api.ts'
import { AsOf } from './AsOf.tsx'
import { RowsCsvButton } from './RowsCsvButton.tsx'
import styles from './summary.module.css'

export interface DefinitionPopoverProps {
  /** the name of the figure */
  of: string
  definition: string
  asOf: string
  /** address of the API call for the requests behind it and their CSV */
  rows: string
}

/** Popover with a figure's definition, the time of its data and links to its requests. */
export function DefinitionPopover({ of, definition, asOf, rows }: DefinitionPopoverProps) {
  const trigger = <IconButton label={`About ${of}`} icon={Info} size="small" className={styles.info} />
  return (
    <Popover label={of} align="start" className={classes('panel', styles.about)} trigger={trigger}>
      <p className="text-13">{definition}</p>
      <p className="text-12 muted">
        <AsOf at={asOf} />
      </p>
      <div className={styles.aboutActions}>
        <Link to={rowsTo(rows)} className={buttonClass('secondary', 'small')}>
          <Icon of={TableProperties} />
          Show the requests
        </Link>
        <RowsCsvButton rows={rows} size="small" />
      </div>
    </Popover>
  )
}
