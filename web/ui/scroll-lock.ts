import { useLayoutEffect } from 'react'

let locks = 0

/**
 * Keeps the page below a dialog from scrolling while the component is mounted. The library's own lock adds a style element
 * and properties of the body, for which the browser restyles every element of the page.
 */
export function useScrollLock(): void {
  useLayoutEffect(() => {
    const { style, clientWidth } = document.documentElement
    locks++
    if (locks === 1) {
      // The page keeps its width without the scroll bar.
      style.paddingInlineEnd = `${window.innerWidth - clientWidth}px`
      style.overflow = 'hidden'
    }
    return () => {
      locks--
      if (locks > 0) return
      style.overflow = ''
      style.paddingInlineEnd = ''
    }
  }, [])
}
