import { useEffect, useRef, type FocusEvent, type RefObject } from 'react'

/** The rows of the list on the screen, one element for each request. */
function rows(within: ParentNode): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>('[data-request]')]
}

/** Index of a request in the list on the screen; -1 if it isn't there. */
export function rowIndex(id: string): number {
  return rows(document).findIndex((row) => row.dataset['request'] === id)
}

/** The link of the row at this index, or of the last row. */
export function rowLinkAt(index: number): HTMLElement | null {
  const all = rows(document)
  return all[Math.min(index, all.length - 1)]?.querySelector('a') ?? null
}

/**
 * When the focused row leaves the list, because its request was decided, the focus moves to the row that takes its place:
 * to its control of the same name, else to its link.
 * @param shown the rendered list
 * @returns `onFocus` handler for the container of the rows
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, shown: unknown) {
  const last = useRef<{ control: HTMLElement; name: string | null; index: number } | null>(null)
  useEffect(() => {
    const was = last.current
    if (
      shown === undefined ||
      !list.current ||
      !was ||
      was.control.isConnected ||
      document.activeElement !== document.body
    )
      return
    const all = rows(list.current)
    const row = all[Math.min(was.index, all.length - 1)]
    const same = row && [...row.querySelectorAll('button')].find((button) => button.ariaLabel === was.name)
    const next = same ?? row?.querySelector('a') ?? list.current.querySelector('input')
    next?.focus()
  }, [list, shown])
  return (event: FocusEvent) => {
    const { target } = event
    const row = target.closest<HTMLElement>('[data-request]')
    if (!row || !list.current || !(target instanceof HTMLElement)) return
    last.current = { control: target, name: target.ariaLabel, index: rows(list.current).indexOf(row) }
  }
}
