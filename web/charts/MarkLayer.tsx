import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { useCloseOnEscape } from '../ui/floating.ts'
import { ChartTip } from './ChartTip.tsx'
import { boxOf, markAfter, type Mark } from './marks.ts'
import { nearest, type Plot } from './plot.ts'
import { isShortcut } from './steps.ts'
import { useBrush, type Brush } from './use-brush.ts'
import styles from './plots.module.css'

interface Point {
  x: number
  y: number
}

interface MarkLayerProps {
  /** what the chart shows, for the group's name */
  label: string
  plot: Plot
  width: number
  /** positions of the marks, in keyboard order */
  points: readonly Point[]
  markAt: (index: number) => Mark
  /** the mark at a pointer position; by default the nearest one */
  find?: (at: Point) => number | null
  brush?: Brush | undefined
}

/** Time to move the pointer from a mark to its tooltip. */
const HOVER_GRACE_MS = 160

/**
 * Layer of a chart for pointer, keyboard and screen reader; the drawing below it is visual only. It is one stop for the Tab key,
 * and renders only the mark with keyboard focus and the one under the pointer, however many marks there are.
 */
export function MarkLayer({ label, plot, width, points, markAt, find, brush }: MarkLayerProps) {
  const layer = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<number | null>(null)
  const [pointed, setPointed] = usePointed()
  const [hasFocus, setFocus] = useState(false)
  const [isDismissed, setDismissed] = useState(false)
  const chosen = useBrush(plot, brush)
  const focus = useKeepFocus(layer)

  const stop = Math.min(current ?? points.length - 1, points.length - 1)
  const known = pointed.index !== null && pointed.index < points.length ? pointed.index : null
  const tipAt = isDismissed || chosen.isOpen ? null : (known ?? (hasFocus ? stop : null))
  useCloseOnEscape(chosen.isOpen || tipAt !== null, () => {
    if (chosen.isOpen) chosen.clear()
    else setDismissed(true)
  })
  if (points.length === 0) return null

  const placeOf = (event: PointerEvent): Point => {
    const box = layer.current?.getBoundingClientRect()
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
  }
  const goTo = (index: number) => {
    flushSync(() => {
      setCurrent(index)
      setDismissed(false)
      setPointed(null)
    })
    layer.current?.querySelector<HTMLElement>(`[data-mark="${index}"]`)?.focus()
  }
  const zoomOut = () => {
    focus.keep()
    chosen.zoomOut()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && chosen.canZoomOut) return zoomOut()
    if (event.key === 'Enter' && chosen.isOpen) {
      event.preventDefault()
      focus.keep()
      return chosen.apply()
    }
    const next = isShortcut(event) ? null : markAfter(event.key, stop, points)
    if (next === null) return
    event.preventDefault()
    if (event.shiftKey) chosen.extend(points[stop]!.x, points[next]!.x)
    else chosen.clear()
    goTo(next)
  }
  function onPointerDown(event: PointerEvent) {
    if (isOnTip(event)) return
    // Touch has no hover: the first tap shows the tooltip, the second one opens the link.
    if (event.pointerType === 'touch') onPointerMove(event)
    chosen.onPointerDown(placeOf(event).x, event)
  }
  function onPointerMove(event: PointerEvent) {
    if (isOnTip(event)) return setPointed(known)
    const at = placeOf(event)
    if (chosen.onPointerMove(at.x, event)) return setPointed(null)
    const found = find ? find(at) : nearest(points, at)
    if (found === null) return setPointed(null, HOVER_GRACE_MS)
    if (found !== known) setDismissed(false)
    setPointed(found)
  }
  const drawn = [...new Set([stop, ...(known === null ? [] : [known])])]
  return (
    <div
      ref={layer}
      className={styles.layer}
      data-apart
      data-brush={brush ? '' : undefined}
      onFocus={() => setFocus(true)}
      onBlur={(event) => {
        if (layer.current?.contains(event.relatedTarget)) return
        focus.onBlur(event)
        setFocus(false)
        setDismissed(false)
        chosen.drop()
      }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={chosen.onPointerUp}
      onPointerCancel={chosen.onPointerCancel}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setPointed(null, HOVER_GRACE_MS)}
    >
      <div
        role="group"
        className={styles.marks}
        aria-label={`${label}. Arrow keys move between marks${brush ? ', with Shift they select a period' : ''}.`}
      >
        {drawn.map((index) => (
          <MarkElement
            key={index}
            mark={markAt(index)}
            index={index}
            isStop={index === stop}
            onKeyDown={onKeyDown}
            isClickOfDrag={chosen.isClickOfDrag}
          />
        ))}
      </div>
      {chosen.shown && (
        <div
          className={styles.chosen}
          style={{
            left: chosen.shown.x0,
            width: chosen.shown.x1 - chosen.shown.x0,
            top: plot.top,
            height: plot.height,
          }}
        />
      )}
      <span role="status" className="visually-hidden">
        {chosen.words}
      </span>
      {chosen.canZoomOut && (
        <button type="button" className={styles.zoomOut} onClick={zoomOut}>
          Zoom out
        </button>
      )}
      {tipAt !== null && <ChartTip mark={markAt(tipAt)} width={width} />}
    </div>
  )
}

const isOnTip = ({ target }: PointerEvent) => target instanceof Element && target.closest('[data-tip]') !== null

/** A zoom replaces the marks, including the focused one: the focus moves to the one in its place. */
function useKeepFocus(layer: RefObject<HTMLElement | null>) {
  const isWanted = useRef(false)
  useLayoutEffect(() => {
    if (!isWanted.current || document.activeElement !== document.body) return
    layer.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  })
  return {
    keep: () => {
      isWanted.current = true
    },
    /** A mark that is still mounted lost the focus because it moved elsewhere. */
    onBlur: ({ target }: FocusEvent) => {
      if (target.isConnected) isWanted.current = false
    },
  }
}

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

interface MarkElementProps {
  mark: Mark
  index: number
  isStop: boolean
  onKeyDown: (event: KeyboardEvent) => void
  isClickOfDrag: (event: MouseEvent) => boolean
}

function MarkElement({ mark, index, isStop, onKeyDown, isClickOfDrag }: MarkElementProps) {
  const { x, y, width, height } = boxOf(mark)
  const common = {
    className: styles.mark,
    style: { left: x, top: y, width, height },
    tabIndex: isStop ? 0 : -1,
    'data-mark': index,
    'aria-label': mark.name,
    draggable: false,
    onKeyDown,
  }
  if (!mark.link) return <span role="img" {...common} />
  const { to, onClick } = mark.link
  const open = (event: MouseEvent) => {
    if (isClickOfDrag(event)) event.preventDefault()
    else onClick?.(event)
  }
  return <Link to={to} onClick={open} {...common} />
}
