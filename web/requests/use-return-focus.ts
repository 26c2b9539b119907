import { useLayoutEffect, useRef } from 'react'
import { rowIndex, rowLinkAt } from './list/use-row-focus.ts'

/**
 * Returns the focus to the element that had it when the first dialog opened. If that is gone, the row of the request takes
 * the focus, or the row now in its place, or the page's heading.
 * @param dialog key of the open dialog, null for none
 * @param requestId of the request that the dialog is about
 */
export function useReturnFocus(dialog: string | null, requestId: string | null): void {
  const opener = useRef<Element | null>(null)
  const shown = useRef<string | null>(null)
  const about = useRef<string | null>(null)
  const index = useRef(-1)
  useLayoutEffect(() => {
    if (requestId && requestId !== about.current) {
      about.current = requestId
      index.current = rowIndex(requestId)
    }
    const before = shown.current
    shown.current = dialog
    if (dialog && !before) opener.current = document.activeElement
    if (dialog || !before) return
    // After the dialog's own focus trap has released the focus.
    const timer = setTimeout(() => {
      if (document.activeElement && document.activeElement !== document.body) return
      const row = about.current && document.querySelector(`[data-request="${CSS.escape(about.current)}"] a`)
      const place = row || (index.current >= 0 && rowLinkAt(index.current)) || document.querySelector('main h1')
      const target = isThere(opener.current) ? opener.current : place
      if (target instanceof HTMLElement) target.focus()
    }, 20)
    return () => clearTimeout(timer)
  }, [dialog, requestId])
}

function isThere(element: Element | null): boolean {
  return element !== null && element !== document.body && element.isConnected
}
