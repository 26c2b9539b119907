import { useEffect, type RefObject } from 'react'
import { rangeIn } from './highlights.ts'
import { onPageDrawn, pageElement } from './pages-in-view.ts'

export interface Target {
  page: number
  /** with `end` a range of the page's text */
  start?: number
  end?: number
}

/** Scroll corrections while pages with an estimated height get their actual one. */
const STEPS = 4

function scrollTo(pane: HTMLElement, { page, start, end }: Target): boolean {
  const element = pageElement(pane, page)
  if (!element) return false
  const range = start === undefined || end === undefined ? null : rangeIn(element, start, end)
  const top = pane.getBoundingClientRect().top
  if (!range) {
    pane.scrollTop += element.getBoundingClientRect().top - top - (page === 1 ? pane.clientHeight : 8)
    return start === undefined
  }
  const rect = range.getBoundingClientRect()
  const side = pane.getBoundingClientRect()
  pane.scrollTop += rect.top - top - pane.clientHeight / 3
  if (rect.left < side.left || rect.right > side.right) pane.scrollLeft += rect.left - side.left - 40
  return true
}

/** Scrolls to a target whenever it is a new object, and corrects once its page is drawn, until the person scrolls. */
export function useScrollTo(pane: RefObject<HTMLElement | null>, target: Target): void {
  useEffect(() => {
    const box = pane.current
    if (!box) return
    let frame = 0
    let steps = 0
    const go = () => {
      const isThere = scrollTo(box, target)
      if (++steps < STEPS) frame = requestAnimationFrame(go)
      else if (isThere) leave()
    }
    const unwatch = onPageDrawn(box, () => {
      steps = Math.min(steps, STEPS - 1)
      go()
    })
    const events = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
    const leave = () => {
      cancelAnimationFrame(frame)
      unwatch()
      for (const event of events) box.removeEventListener(event, leave)
    }
    for (const event of events) box.addEventListener(event, leave, { passive: true })
    go()
    return leave
  }, [pane, target])
}
