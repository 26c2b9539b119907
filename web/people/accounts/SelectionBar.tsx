import type { PersonActionKind } from '../../../shared/people-changes.ts'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/count.ts'
import { classes } from '../../ui/classes.ts'
import { ACTIONS } from './several-words.ts'
import styles from './people.module.css'
import type { Selection } from './use-selection.ts'

interface SelectionBarProps {
  selection: Selection
  /** people who match the search and the filters */
  total: number
  onAsk: (kind: PersonActionKind) => void
  onClear: () => void
}

/** What can be done with the selected people. */
export function SelectionBar({ selection, total, onAsk, onClear }: SelectionBarProps) {
  const { size, isAll } = selection
  return (
    <div role="group" aria-label="Selected people" className={classes('row wrap', styles.selection)}>
      <span role="status" className="medium">
        {isAll ? `All ${count(size)} selected` : `${count(size)} selected`}
      </span>
      {!isAll && size < total && (
        <Button size="small" look="quiet" onClick={selection.selectAll}>
          Select all {count(total)} that match
        </Button>
      )}
      <Button size="small" look="quiet" onClick={onClear}>
        Clear selection
      </Button>
      <span className={classes('row wrap', styles.selectionActions)}>
        {ACTIONS.map(({ kind, label }) => (
          <Button key={kind} size="small" onClick={() => onAsk(kind)}>
            {label}
          </Button>
        ))}
      </span>
    </div>
  )
}
