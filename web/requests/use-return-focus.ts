import { useLayoutEffect, useRef } from 'react'

/**
 * Gives the focus back to what had it when the first dialog opened. What opened it may be gone by then: then the row of
 * the request takes the focus, or the page's heading.
 * @param dialog what is open, null for nothing
 * @param requestId of the request that the dialog is about
 */
export function useReturnFocus(dialog: string | null, requestId: string | null): void {
  const opener = useRef<Element | null>(null)
  const shown = useRef<string | null>(null)
  const about = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (requestId) about.current = requestId
    const before = shown.current
    shown.current = dialog
    if (dialog && !before) opener.current = document.activeElement
    if (dialog || !before) return
    // After the dialog's own focus scope has let go.
    const timer = setTimeout(() => {
      if (document.activeElement && document.activeElement !== document.body) return
      const row = about.current && document.querySelector(`[data-request="${CSS.escape(about.current)}"] a`)
      const target = isThere(opener.current) ? opener.current : row || document.querySelector('main h1')
      if (target instanceof HTMLElement) target.focus()
    }, 20)
    return () => clearTimeout(timer)
  }, [dialog, requestId])
}

function isThere(element: Element | null): boolean {
  return element !== null && element !== document.body && element.isConnected
}
