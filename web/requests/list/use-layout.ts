import { useLayoutEffect, useState, type RefObject } from 'react'
import type { TableLayout } from './list-columns.ts'

export type Layout = TableLayout | 'blocks'

/**
 * The width in rem from which each layout leaves the title its 220 px: the fixed columns of `list-rows.css`, the title and the
 * padding. A taller layout is a narrower one, so a scrollbar that comes with it never leads back.
 */
const ROOM: readonly [layout: TableLayout, rem: number][] = [
  ['wide', 72.6875],
  ['paired', 57.75],
  ['grouped', 38.5],
]
/** Three buttons of a row are this much wider under a finger. */
const TOUCH = 1.5625

/** @param width of the list in pixels; 0 where nothing is laid out, as in tests without a browser */
function layoutFor(width: number): Layout {
  if (width === 0) return 'wide'
  // In rem: who reads larger letters gets fewer columns, not narrower ones.
  const rem = width / (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16)
  const room = matchMedia('(pointer: coarse)').matches ? rem - TOUCH : rem
  return ROOM.find(([, from]) => room >= from)?.[0] ?? 'blocks'
}

/**
 * How the rows fit into the room that the list has, whatever takes it: the sidebar, a scrollbar, the size of the letters.
 * Chosen here rather than in CSS, so that no value stands in the page twice.
 */
export function useLayout(list: RefObject<HTMLElement | null>): Layout {
  const [layout, setLayout] = useState<Layout>('wide')
  // Before the first paint, so that nothing is drawn in the wrong layout.
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
