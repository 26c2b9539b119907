import { ArrowDown, ArrowUp } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { fold } from '../../../shared/fold.ts'
import { LIMITS } from '../../../shared/text-rules.ts'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/count.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { classes } from '../../ui/classes.ts'
import { orderDepartments, reinstateDepartment } from './api.ts'
import type { Department } from './DepartmentsCard.tsx'
import styles from './general.module.css'
import { useChangeDepartments } from './use-departments.ts'

/** A longer list starts with the first ten and a search: a hundred departments are too many to scroll through. */
const LONG = 12
const FIRST = 10

interface DepartmentListProps {
  departments: Department[]
  onRename: (department: Department) => void
  onRetire: (department: Department) => void
}

/** The displayed departments, with their index among all. */
function useShown(departments: Department[]) {
  const [search, setSearch] = useState('')
  const [isWhole, setWhole] = useState(false)
  const [known] = useState(() => new Set(departments.map(({ key }) => key)))
  const isLong = departments.length > LONG
  const wanted = isLong ? fold(search) : ''
  const placed = departments.map((department, at) => ({ department, at }))
  const found = placed.filter(({ department }) => fold(department.name).includes(wanted))
  const isCut = isLong && !isWhole && wanted === ''
  // A department added just now is at the end, and is shown as well.
  const first = () => found.filter(({ department, at }) => at < FIRST || !known.has(department.key))
  return { shown: isCut ? first() : found, isLong, isWhole, setWhole, search, setSearch }
}

/** A row that moves in the document loses the focus: gives it back to the button that moved the row. */
function useMoveFocus(departments: Department[]) {
  const list = useRef<HTMLUListElement>(null)
  const pressed = useRef<{ key: string; by: 1 | -1 } | null>(null)
  const drawn = useRef(departments)
  useLayoutEffect(() => {
    if (drawn.current === departments) return
    drawn.current = departments
    if (!pressed.current) return
    const { key, by } = pressed.current
    pressed.current = null
    const buttonOf = (direction: number) =>
      list.current?.querySelector<HTMLButtonElement>(`[data-move="${key} ${direction}"]`)
    const same = buttonOf(by)
    // At the end of the list this button is disabled: focus the opposite one.
    ;(same?.getAttribute('aria-disabled') === 'true' ? buttonOf(-by) : same)?.focus()
  }, [departments])
  const keepFocus = (key: string, by: 1 | -1) => {
    pressed.current = { key, by }
  }
  return { list, keepFocus }
}

export function DepartmentList({ departments, onRename, onRetire }: DepartmentListProps) {
  const { list, keepFocus } = useMoveFocus(departments)
  const [said, setSaid] = useState('')
  const change = useChangeDepartments()
  const { shown, isLong, isWhole, setWhole, search, setSearch } = useShown(departments)

  const move = (at: number, by: 1 | -1) => {
    const to = at + by
    const moved = departments[at]!
    if (to < 0 || to >= departments.length) return
    const next = departments.with(at, departments[to]!).with(to, moved)
    keepFocus(moved.key, by)
    // Keeps the moved row visible.
    if (to === FIRST) setWhole(true)
    setSaid(`${moved.name} is now ${to + 1} of ${departments.length}`)
    change.mutate({ make: () => orderDepartments(next.map(({ key }) => key)), expected: { departments: next } })
  }
  const reinstate = ({ key, name }: Department) => {
    if (change.isPending) return
    change.mutate({ make: () => reinstateDepartment(key), done: `${name} has been brought back` })
  }
  return (
    <>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {isLong && (
        <div className={styles.find}>
          <SearchField label="Search departments" value={search} onSearch={setSearch} maxLength={LIMITS.search} />
          <p role="status" className="text-13 muted">
            {shownWords(shown.length, departments.length, search)}
          </p>
        </div>
      )}
      <ul ref={list} className={styles.departments} aria-label="Departments">
        {shown.map(({ department, at }) => (
          <li key={department.key}>
            <span className={classes('row', styles.moves)}>
              <Move department={department} by={-1} isLast={at === 0} onMove={() => move(at, -1)} />
              <Move department={department} by={1} isLast={at === departments.length - 1} onMove={() => move(at, 1)} />
            </span>
            <span className={styles.named}>
              <span className="medium" dir="auto">
                {department.name}
              </span>
              <span className="text-12 muted">
                {isLong && `${at + 1} of ${departments.length} · `}
                {stateOf(department, departments)}
              </span>
            </span>
            <RowActions department={department} onRename={onRename} onRetire={onRetire} onReinstate={reinstate} />
          </li>
        ))}
      </ul>
      {isLong && search === '' && (
        <p className={styles.more}>
          <Button size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? `Show the first ${FIRST}` : `Show all ${departments.length}`}
          </Button>
        </p>
      )}
    </>
  )
}

function shownWords(shown: number, all: number, search: string): string {
  if (shown === 0) return 'No department has this in its name'
  if (shown === all) return `${all} departments`
  return `${search === '' && shown === FIRST ? 'The first ' : ''}${shown} of ${all} departments`
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

interface RowActionsProps extends Pick<DepartmentListProps, 'onRename' | 'onRetire'> {
  department: Department
  onReinstate: (department: Department) => void
}

function RowActions({ department, onRename, onRetire, onReinstate }: RowActionsProps) {
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

function stateOf({ retiredAt, successor, requests, open, isMoving }: Department, all: readonly Department[]): string {
  const counted = `${count(requests)} ${requests === 1 ? 'request' : 'requests'}, ${count(open)} open`
  if (retiredAt === null) return counted
  const name = all.find(({ key }) => key === successor)?.name
  if (isMoving && name !== undefined) return `Retired. ${count(open)} open requests are on their way to ${name}`
  return `Retired${name === undefined ? '' : `, followed by ${name}`}. ${counted}`
}
