import { useState, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { markAfter } from './marks.ts'
import { isShortcut } from './steps.ts'
import type { useBrush } from './use-brush.ts'
import type { Point } from './use-pointed-mark.ts'

interface TabStop {
  layer: RefObject<HTMLElement | null>
  points: readonly Point[]
  selection: ReturnType<typeof useBrush>
  /** called in the same render as the move */
  onMove: () => void
}

/** The mark that the Tab key stops at, initially the last one, and the keys that move it or select a period. */
export function useTabStop({ layer, points, selection, onMove }: TabStop) {
  const [current, setCurrent] = useState<number | null>(null)
  const stop = Math.min(current ?? points.length - 1, points.length - 1)
  const goTo = (index: number) => {
    flushSync(() => {
      setCurrent(index)
      onMove()
    })
    layer.current?.querySelector<HTMLElement>(`[data-mark="${index}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && selection.canZoomOut) return selection.zoomOut()
    if (event.key === 'Enter' && selection.isOpen) {
      event.preventDefault()
      return selection.apply()
    }
    const next = isShortcut(event) ? null : markAfter(event.key, stop, points)
    if (next === null) return
    event.preventDefault()
    if (event.shiftKey) selection.extend(points[stop]!.x, points[next]!.x)
    else selection.clear()
    goTo(next)
  }
  return { stop, onKeyDown }
}
