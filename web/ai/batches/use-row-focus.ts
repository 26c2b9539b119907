import { useEffect, useRef, type FocusEvent, type RefObject } from 'react'
import { controlOf, rowOf, rowsIn, wordOf } from './rows.ts'

/** The control that had the focus last, and the index of its row. */
interface Acted {
  control: Element
  index: number
  name: string
}

/** The same control in the row now at that index, else its Accept or first button, else the button of the empty state. */
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
 * When the focused row leaves the list because it was decided, the focus moves to the row that takes its place.
 * @param heading takes the focus where no row and no button is left
 * @param shown changes with the rendered rows
 * @returns focus handler for the container of the rows
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
