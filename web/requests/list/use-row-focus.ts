import { useEffect, useRef, type FocusEvent, type RefObject } from 'react'

/** The rows of the list on the screen, one element for each request. */
function rows(within: ParentNode): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>('[data-request]')]
}

/** Where a request stands in the list on the screen; -1 when it doesn't. */
export function rowIndex(id: string): number {
  return rows(document).findIndex((row) => row.dataset['request'] === id)
}

/** The link of the row that stands there now, or of the last one. */
export function rowLinkAt(index: number): HTMLElement | null {
  const all = rows(document)
  return all[Math.min(index, all.length - 1)]?.querySelector('a') ?? null
}

/**
 * When the row that has the focus leaves the list, because it was decided, the row that takes its place has it: its control
 * of the same name, else its link.
 * @param shown what is drawn
 * @returns for what holds the rows
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
