import { useEffect, useRef, type FocusEvent, type RefObject } from 'react'
import { controlOf, rowOf, rowsIn, wordOf } from './rows.ts'

/** The control that had the focus last, and where its row stood. */
interface Acted {
  control: Element
  index: number
  name: string
}

/** The control of the same word in the row that stands there now, else the one that accepts it or its first one, else the way to other rows. */
function nextControl(section: HTMLElement | null, was: Acted): HTMLElement | null {
  const rows = rowsIn(section)
  const row = rows[Math.min(was.index, rows.length - 1)]
  return (
    controlOf(row, was.name) ??
    controlOf(row, 'Accept') ??
    row?.querySelector('button') ??
    section?.querySelector<HTMLElement>('.empty button') ??
    null
  )
}

/**
 * When the row that has the focus leaves the list, because it was decided, the row that takes its place has it.
 * @param heading has the focus where no row and no button is left
 * @param shown what is drawn
 * @returns for what holds the rows
 */
export function useRowFocus(
  section: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
  shown: unknown,
) {
  const acted = useRef<Acted | null>(null)
  useEffect(() => {
    const was = acted.current
    if (!shown || !was || was.control.isConnected || document.activeElement !== document.body) return
    const next = nextControl(section.current, was) ?? heading.current
    next?.focus()
  }, [section, heading, shown])
  return ({ target }: FocusEvent) => {
    const row = rowOf(target)
    const index = row ? rowsIn(section.current).indexOf(row) : -1
    if (index >= 0) acted.current = { control: target, index, name: wordOf(target) }
  }
}
