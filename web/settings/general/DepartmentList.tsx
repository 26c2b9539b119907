import { useLayoutEffect, useRef, useState } from 'react'
import { fold } from '../../../shared/fold.ts'
import { LIMITS } from '../../../shared/text-rules.ts'
import { Button } from '../../ui/Button.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { orderDepartments, reinstateDepartment } from './api.ts'
import type { Department } from './DepartmentsCard.tsx'
import { useChangeDepartments } from './use-departments.ts'
import { DepartmentRow } from './DepartmentRow.tsx'
import styles from './general.module.css'

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
  const query = isLong ? fold(search) : ''
  const placed = departments.map((department, i) => ({ department, at: i }))
  const matches = placed.filter(({ department }) => fold(department.name).includes(query))
  const isCut = isLong && !isWhole && query === ''
  // A department added just now is at the end, and is shown as well.
  const first = () => matches.filter(({ department, at }) => at < FIRST || !known.has(department.key))
  return { shown: isCut ? first() : matches, isLong, isWhole, setWhole, search, setSearch }
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
  const [message, setMessage] = useState('')
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
    setMessage(`${moved.name} is now ${to + 1} of ${departments.length}`)
    change.mutate({ make: () => orderDepartments(next.map(({ key }) => key)), expected: { departments: next } })
  }
  const reinstate = ({ key, name }: Department) => {
    if (change.isPending) return
    change.mutate({ make: () => reinstateDepartment(key), done: `${name} has been brought back` })
  }
  return (
    <>
      <p role="status" className="visually-hidden">
        {message}
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
          <DepartmentRow
            key={department.key}
            department={department}
            at={at}
            isLong={isLong}
            all={departments}
            onMove={(by) => move(at, by)}
            onRename={onRename}
            onRetire={onRetire}
            onReinstate={reinstate}
          />
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
