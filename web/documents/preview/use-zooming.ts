import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'
import { pageAt, pageElement, pagesOf } from './pages-in-view.ts'
import { clampScale, nextStep, type Zoom } from './zoom.ts'

/** A point of a page, and its position in the pane. */
interface Anchor {
  page: number
  /** fractions of the page's height and width */
  down: number
  across: number
  x: number
  y: number
}

interface Zooming {
  scale: number | null
  /** sizes of the pages: a change moves what is below them */
  sizes: unknown
  onZoom: (zoom: Zoom) => void
}

/** A wheel's notch is about a step of the zoom. */
const WHEEL = 400

function anchorAt(pane: HTMLElement, x: number, y: number): Anchor | null {
  const pages = pagesOf(pane)
  if (pages.length === 0) return null
  const index = pageAt((i) => pages[i]!.offsetTop, pages.length, pane.scrollTop + y)
  const { offsetTop, offsetLeft, offsetHeight, offsetWidth } = pages[index]!
  return {
    page: index + 1,
    down: (pane.scrollTop + y - offsetTop) / Math.max(offsetHeight, 1),
    across: (pane.scrollLeft + x - offsetLeft) / Math.max(offsetWidth, 1),
    x,
    y,
  }
}

function restore(pane: HTMLElement, { page, down, across, x, y }: Anchor): void {
  const element = pageElement(pane, page)
  if (!element) return
  pane.scrollTop = element.offsetTop + down * element.offsetHeight - y
  pane.scrollLeft = element.offsetLeft + across * element.offsetWidth - x
}

function distance([one, other]: TouchList): number {
  return one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0
}

function middle([one, other]: TouchList): [x: number, y: number] {
  return one && other ? [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2] : [0, 0]
}

/**
 * Zooms around the pointed position by Ctrl+wheel (which a pinch on a touchpad sends), by two fingers and by + − 0; and keeps the
 * reading position while the pages change their size.
 */
export function useZooming(pane: RefObject<HTMLElement | null>, { scale, sizes, onZoom }: Zooming): void {
  const anchor = useRef<Anchor | null>(null)
  const zoomTo = useEffectEvent((next: number, x?: number, y?: number) => {
    const box = pane.current
    if (!box || scale === null) return
    anchor.current = anchorAt(box, x ?? box.clientWidth / 2, y ?? box.clientHeight / 3)
    onZoom(clampScale(next))
  })
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey || scale === null) return
    event.preventDefault()
    const box = pane.current!.getBoundingClientRect()
    zoomTo(scale * Math.exp(-event.deltaY / WHEEL), event.clientX - box.left, event.clientY - box.top)
  })
  const pinch = useRef({ from: 0, scale: 1 })
  const onTouch = useEffectEvent((event: TouchEvent) => {
    if (event.touches.length !== 2 || scale === null) return
    if (event.type === 'touchstart') pinch.current = { from: distance(event.touches), scale }
    else if (pinch.current.from > 0) {
      event.preventDefault()
      const box = pane.current!.getBoundingClientRect()
      const [x, y] = middle(event.touches)
      zoomTo((pinch.current.scale * distance(event.touches)) / pinch.current.from, x - box.left, y - box.top)
    }
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || scale === null) return
    if (event.key === '+' || event.key === '=') zoomTo(nextStep(scale, 1))
    else if (event.key === '-') zoomTo(nextStep(scale, -1))
    else if (event.key === '0') onZoom('width')
    else return
    event.preventDefault()
  })

  useEffect(() => {
    const box = pane.current
    if (!box) return
    const keep = () => (anchor.current = anchorAt(box, box.clientWidth / 2, 0))
    const [wheel, touch, key] = [
      (event: WheelEvent) => onWheel(event),
      (event: TouchEvent) => onTouch(event),
      (event: KeyboardEvent) => onKey(event),
    ]
    box.addEventListener('scroll', keep, { passive: true })
    box.addEventListener('wheel', wheel, { passive: false })
    box.addEventListener('touchstart', touch, { passive: true })
    box.addEventListener('touchmove', touch, { passive: false })
    box.addEventListener('keydown', key)
    return () => {
      box.removeEventListener('scroll', keep)
      box.removeEventListener('wheel', wheel)
      box.removeEventListener('touchstart', touch)
      box.removeEventListener('touchmove', touch)
      box.removeEventListener('keydown', key)
    }
  }, [pane])
  const settle = useEffectEvent((_scale: number | null, _sizes: unknown) => {
    if (pane.current && anchor.current) restore(pane.current, anchor.current)
  })
  useLayoutEffect(() => settle(scale, sizes), [scale, sizes])
}
