import { ArrowDown, ArrowUp } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/count.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { classes } from '../../ui/classes.ts'
import type { Department } from './DepartmentsCard.tsx'
import styles from './general.module.css'

interface DepartmentRowProps {
  department: Department
  /** its index among all */
  at: number
  /** whether the list is too long to count its rows at a glance */
  isLong: boolean
  all: readonly Department[]
  onMove: (by: 1 | -1) => void
  onRename: (department: Department) => void
  onRetire: (department: Department) => void
  onReinstate: (department: Department) => void
}

/** A department in the list: its place, its name and state, and what can be done with it. */
export function DepartmentRow({ department, at, isLong, all, onMove, ...actions }: DepartmentRowProps) {
  return (
    <li>
      <span className={classes('row', styles.moves)}>
        <Move department={department} by={-1} isLast={at === 0} onMove={() => onMove(-1)} />
        <Move department={department} by={1} isLast={at === all.length - 1} onMove={() => onMove(1)} />
      </span>
      <span className={styles.named}>
        <span className="medium" dir="auto">
          {department.name}
        </span>
        <span className="text-12 muted">
          {isLong && `${at + 1} of ${all.length} · `}
          {stateOf(department, all)}
        </span>
      </span>
      <RowActions department={department} {...actions} />
    </li>
  )
}

interface MoveProps {
  department: Department
  by: 1 | -1
  isLast: boolean
  onMove: () => void
}

/** Uses `aria-disabled` at the end of the list, so that the button keeps the focus. */
function Move({ department: { key, name }, by, isLast, onMove }: MoveProps) {
  return (
    <IconButton
      size="small"
      icon={by === 1 ? ArrowDown : ArrowUp}
      label={`Move ${name} ${by === 1 ? 'down' : 'up'}`}
      data-move={`${key} ${by}`}
      aria-disabled={isLast || undefined}
      onClick={onMove}
    />
  )
}

function RowActions({
  department,
  onRename,
  onRetire,
  onReinstate,
}: Pick<DepartmentRowProps, 'department' | 'onRename' | 'onRetire' | 'onReinstate'>) {
  return (
    <span className={classes('row wrap', styles.rowActions)}>
      <Button size="small" aria-label={`Rename ${department.name}`} onClick={() => onRename(department)}>
        Rename
      </Button>
      {department.retiredAt === null ? (
        <Button size="small" aria-label={`Retire ${department.name}`} onClick={() => onRetire(department)}>
          Retire
        </Button>
      ) : (
        <Button size="small" aria-label={`Bring back ${department.name}`} onClick={() => onReinstate(department)}>
          Bring back
        </Button>
      )}
    </span>
  )
}

function stateOf(department: Department, all: readonly Department[]): string {
  const { retiredAt, successor, openTo, requests, open, isMoving } = department
  const counted = `${count(requests)} ${requests === 1 ? 'request' : 'requests'}, ${count(open)} open`
  if (retiredAt === null) return counted
  const nameOf = (wantedKey: string | null) => all.find(({ key }) => key === wantedKey)?.name
  const [name, target] = [nameOf(successor), nameOf(openTo)]
  if (isMoving && open > 0 && target !== undefined) {
    const moving = open === 1 ? '1 open request is on its way' : `${count(open)} open requests are on their way`
    return `Retired. ${moving} to ${target}`
  }
  return `Retired${name === undefined ? '' : `, followed by ${name}`}. ${counted}`
}
