import { useLayoutEffect, useState, type RefObject } from 'react'
import type { TableLayout } from './list-columns.ts'

export type Layout = TableLayout | 'blocks'

/**
 * Minimum list width in rem at which each layout leaves the title 207 px: the fixed columns of `list-rows.module.css`, the
 * title and the padding. Narrower layouts are taller, so a scrollbar that they cause never switches back to a wider one.
 */
const ROOM: readonly [layout: TableLayout, rem: number][] = [
  ['wide', 72.6875],
  ['paired', 58.0625],
  ['grouped', 38.875],
]
/** On touch screens, the three buttons of a row are this much wider, in rem. */
const TOUCH = 1.5625

/** @param width of the list in pixels; 0 if nothing is laid out, as in tests without a browser */
function layoutFor(width: number): Layout {
  if (width === 0) return 'wide'
  // In rem: a larger font size gives fewer columns, not narrower ones.
  const rem = width / (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16)
  const room = matchMedia('(pointer: coarse)').matches ? rem - TOUCH : rem
  return ROOM.find(([, from]) => room >= from)?.[0] ?? 'blocks'
}

/**
 * The layout that fits the list's width, which depends on the sidebar, a scrollbar and the font size.
 * Chosen here rather than in CSS, so that no value is in the page twice.
 */
export function useLayout(list: RefObject<HTMLElement | null>): Layout {
  const [layout, setLayout] = useState<Layout>('wide')
  // Before the first paint, so that the wrong layout is never shown.
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => setLayout(layoutFor(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [list])
  return layout
}
