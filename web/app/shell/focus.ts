import { useEffect, useRef, type RefObject } from 'react'

const TIMEOUT_MS = 5000

/**
 * After navigation to another page the focus goes to its heading, so that screen readers announce the page, as after a page
 * load. The first page is left to the browser, and a dialog keeps its focus.
 */
export function useFocusOnHeading(main: RefObject<HTMLElement | null>, pathname: string): void {
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    window.scrollTo(0, 0)
    const area = main.current
    if (!area || focusHeading(area)) return
    const followed = document.activeElement
    // The page's code may still be loading; if the person moves the focus meanwhile, it stays there.
    const observer = new MutationObserver(() => {
      const focused = document.activeElement
      const hasGoneOn = focused !== followed && focused !== document.body
      if (hasGoneOn || focusHeading(area)) stop()
    })
    observer.observe(area, { childList: true, subtree: true })
    const timer = setTimeout(() => observer.disconnect(), TIMEOUT_MS)
    const stop = () => {
      clearTimeout(timer)
      observer.disconnect()
    }
    return stop
  }, [main, pathname])
}

function focusHeading(area: HTMLElement): boolean {
  const heading = area.querySelector('h1')
  if (!heading) return false
  if (document.querySelector('[role="dialog"]')) return true
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}
