import { useCallback, useEffect, useState, type RefObject } from 'react'

/** The page being read is the one a third down the pane. */
const READING_LINE = 1 / 3

export interface PagesInView {
  current: number
  first: number
  last: number
}

export function pagesOf(pane: Element): HTMLElement[] {
  return [...pane.querySelectorAll<HTMLElement>('[data-page]')]
}

export function pageElement(pane: Element, page: number): HTMLElement | null {
  return pane.querySelector<HTMLElement>(`[data-page="${page}"]`)
}

/** The index of the last page that begins at or above a line; the first one if all begin below it. */
export function pageAt(tops: (index: number) => number, count: number, line: number): number {
  let [low, high] = [0, count - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (tops(middle) <= line) low = middle
    else high = middle - 1
  }
  return Math.max(low, 0)
}

function look(pane: HTMLElement): PagesInView {
  const pages = pagesOf(pane)
  const at = (line: number) => pageAt((i) => pages[i]!.offsetTop, pages.length, line) + 1
  const { scrollTop, clientHeight, scrollHeight } = pane
  // The last pages may be too short to ever reach the line.
  const isAtEnd = scrollTop + clientHeight >= scrollHeight - 2 && scrollTop > 0
  const first = at(scrollTop)
  const last = at(scrollTop + clientHeight)
  return { current: isAtEnd ? last : at(scrollTop + clientHeight * READING_LINE), first, last }
}

/** Calls back when a page of a pane is drawn or resized. @returns a function that stops it */
export function onPageDrawn(pane: HTMLElement, listener: () => void): () => void {
  let frame = 0
  const later = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(listener)
  }
  const drawn = new MutationObserver(later)
  drawn.observe(pane, { childList: true, subtree: true })
  const resized = new ResizeObserver(later)
  for (const child of pane.children) resized.observe(child)
  return () => {
    cancelAnimationFrame(frame)
    drawn.disconnect()
    resized.disconnect()
  }
}

/** Tracks the pages in view while a pane scrolls, and while it or its content is resized. */
export function usePagesInView(pane: RefObject<HTMLElement | null>): PagesInView {
  const [view, setView] = useState<PagesInView>({ current: 1, first: 1, last: 1 })
  const update = useCallback(() => {
    if (!pane.current) return
    const next = look(pane.current)
    setView((now) => (now.current === next.current && now.first === next.first && now.last === next.last ? now : next))
  }, [pane])
  useEffect(() => {
    const box = pane.current
    if (!box) return
    let frame = 0
    const later = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(update)
    }
    later()
    const resized = new ResizeObserver(later)
    for (const element of [box, ...box.children]) resized.observe(element)
    box.addEventListener('scroll', later, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      resized.disconnect()
      box.removeEventListener('scroll', later)
    }
  }, [pane, update])
  return view
}
