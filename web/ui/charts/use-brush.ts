import { useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import { addDays, longDate } from '../../../shared/dates.ts'
import { say } from '../../../shared/texts/say.ts'
import { dayScale, type Plot } from './plot.ts'
import { useZoom } from './use-zoom.ts'

export interface Brush {
  /** the first day that the chart shows, and how many */
  from: string
  days: number
  onBrush: (from: string, to: string) => void
}

/** Least distance of a drag, because the pointer moves a little during a click as well. */
const MOVES_PX = 5

/** Selects a period of a chart over time, with the pointer or day by day from the keyboard, and zooms out again. */
export function useBrush(plot: Plot, brush: Brush | undefined) {
  const [range, setRange] = useState<{ anchor: number; end: number } | null>(null)
  const press = useRef<{ x: number; isDrag: boolean } | null>(null)
  const wasDrag = useRef(false)

  const days = brush?.days ?? 0
  const from = brush?.from ?? '1970-01-01'
  const scale = dayScale(plot, days)
  const dayAt = (x: number) => Math.max(0, Math.min(days - 1, Math.round(scale.invert(x))))
  const first = range && Math.min(range.anchor, range.end)
  const last = range && Math.max(range.anchor, range.end)
  const zoom = useZoom({ from, to: addDays(from, days - 1) }, (first, last) => brush?.onBrush(first, last))

  const apply = () => {
    if (!brush || first === null || last === null) return
    setRange(null)
    zoom.to(addDays(from, first), addDays(from, last))
  }
  return {
    /** edges of the selected days in pixels */
    shown: first === null || last === null ? null : { x0: scale(first - 0.5), x1: scale(last + 0.5) },
    /** announced by a screen reader while days are selected */
    words:
      first === null || last === null
        ? ''
        : say('{first} to {last} selected. Enter zooms in, Escape removes the selection.', {
            first: longDate(addDays(from, first)),
            last: longDate(addDays(from, last)),
          }),
    isOpen: range !== null,
    canZoomOut: brush !== undefined && zoom.isZoomed,
    zoomOut: zoom.out,
    apply,
    /** Clears the selection, but not a drag that is about to begin. */
    drop: () => setRange(null),
    clear: () => {
      press.current = null
      setRange(null)
    },
    /** @param anchorX position of the mark before the key, `endX` after it */
    extend: (anchorX: number, endX: number) =>
      brush && setRange({ anchor: range?.anchor ?? dayAt(anchorX), end: dayAt(endX) }),
    onPointerDown: (x: number, event: PointerEvent) => {
      wasDrag.current = false
      if (brush && event.button === 0) press.current = { x, isDrag: false }
    },
    /** @returns whether days are being selected */
    onPointerMove: (x: number, event: PointerEvent): boolean => {
      const pressed = press.current
      if (!pressed) return false
      if (!pressed.isDrag && Math.abs(x - pressed.x) < MOVES_PX) return false
      if (!pressed.isDrag) event.currentTarget.setPointerCapture(event.pointerId)
      pressed.isDrag = true
      wasDrag.current = true
      setRange({ anchor: dayAt(pressed.x), end: dayAt(x) })
      return true
    },
    onPointerUp: () => {
      if (press.current?.isDrag) apply()
      press.current = null
    },
    onPointerCancel: () => {
      press.current = null
      setRange(null)
    },
    /** The click that ends a drag must not open a link; one made with a key, whose `detail` is 0, must. */
    isClickOfDrag: ({ detail }: MouseEvent) => detail !== 0 && wasDrag.current,
  }
}
