import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { nearest } from './plot.ts'
import type { useBrush } from './use-brush.ts'

/** Time to move the pointer from a mark to its tooltip. */
const HOVER_GRACE_MS = 160

export interface Point {
  x: number
  y: number
}

interface PointedMark {
  layer: RefObject<HTMLElement | null>
  points: readonly Point[]
  /** the mark at a pointer position; by default the nearest one */
  find: ((at: Point) => number | null) | undefined
  selection: ReturnType<typeof useBrush>
  /** the pointer has come to another mark */
  onEnter: () => void
}

/** The mark under the pointer, and the pointer events of the layer that find it or select a period. */
export function usePointedMark({ layer, points, find, selection, onEnter }: PointedMark) {
  const [pointed, setPointed] = usePointed()
  const index = pointed.index !== null && pointed.index < points.length ? pointed.index : null
  const placeOf = (event: PointerEvent): Point => {
    const box = layer.current?.getBoundingClientRect()
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
  }
  const onPointerMove = (event: PointerEvent) => {
    if (isOnTip(event)) return setPointed(index)
    const at = placeOf(event)
    if (selection.onPointerMove(at.x, event)) return setPointed(null)
    const found = find ? find(at) : nearest(points, at)
    if (found === null) return setPointed(null, HOVER_GRACE_MS)
    if (found !== index) onEnter()
    setPointed(found)
  }
  const onPointerDown = (event: PointerEvent) => {
    if (isOnTip(event)) return
    // Touch has no hover: the first tap shows the tooltip, the second one opens the link.
    if (event.pointerType === 'touch') onPointerMove(event)
    selection.onPointerDown(placeOf(event).x, event)
  }
  const onPointerLeave = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'touch') setPointed(null, HOVER_GRACE_MS)
  }
  return { index, clear: () => setPointed(null), onPointerDown, onPointerMove, onPointerLeave }
}

const isOnTip = ({ target }: PointerEvent) => target instanceof Element && target.closest('[data-tip]') !== null

/** The mark under the pointer, cleared a moment after the pointer has left it. */
function usePointed() {
  const [index, setIndex] = useState<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const set = (next: number | null, after?: number) => {
    clearTimeout(timer.current)
    if (after === undefined) setIndex(next)
    else timer.current = setTimeout(() => setIndex(next), after)
  }
  return [{ index }, set] as const
}
