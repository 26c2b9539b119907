import { useCallback, useEffect, useEffectEvent, useLayoutEffect, type RefObject } from 'react'

/** Minimum distance of floating elements from the edges of the window. */
const MARGIN = 8

export interface Placement {
  side: 'top' | 'right' | 'bottom' | 'left'
  align: 'start' | 'center' | 'end'
  gap: number
}

/**
 * Places an element with `popover="manual"` beside its anchor in the top layer, above dialogs and unclipped, and keeps it
 * there while the page scrolls or the window is resized. If it does not fit, it flips to the other side when that has more
 * space. It never leaves the window: `--room` is the height available to it, `--anchor-width` the width of its anchor.
 */
export function usePlaced(
  floating: RefObject<HTMLElement | null>,
  anchor: RefObject<Element | null>,
  { side, align, gap }: Placement,
): void {
  const place = useCallback(() => {
    if (floating.current && anchor.current) putBeside(floating.current, anchor.current, { side, align, gap })
  }, [floating, anchor, side, align, gap])
  useLayoutEffect(() => {
    const element = floating.current
    // A browser without the top layer still shows it, by its z-index.
    if (element && 'showPopover' in element) element.showPopover()
    place()
    const resized = new ResizeObserver(place)
    if (element) resized.observe(element)
    window.addEventListener('resize', place)
    document.addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      resized.disconnect()
      window.removeEventListener('resize', place)
      document.removeEventListener('scroll', place, { capture: true })
    }
  }, [floating, place])
}

function putBeside(element: HTMLElement, anchor: Element, { side, align, gap }: Placement): void {
  const at = anchor.getBoundingClientRect()
  const { clientWidth: width, clientHeight: height } = document.documentElement
  const [w, h] = [element.offsetWidth, element.offsetHeight]
  const room = {
    top: at.top - gap - MARGIN,
    bottom: height - at.bottom - gap - MARGIN,
    left: at.left - gap - MARGIN,
    right: width - at.right - gap - MARGIN,
  }
  const upright = side === 'top' || side === 'bottom'
  const wanted = upright ? Math.min(element.scrollHeight, height) : w
  const other = ({ top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const)[side]
  const best = room[side] < wanted && room[other] > room[side] ? other : side
  element.style.setProperty('--room', `${Math.max(upright ? room[best] : height - 2 * MARGIN, 96)}px`)
  element.style.setProperty('--anchor-width', `${at.width}px`)

  const along = (start: number, end: number, size: number) =>
    align === 'start' ? start : align === 'end' ? end - size : (start + end - size) / 2
  const tall = upright ? Math.min(h, Math.max(room[best], 96)) : h
  const x = upright ? along(at.left, at.right, w) : best === 'right' ? at.right + gap : at.left - gap - w
  const y = upright ? (best === 'bottom' ? at.bottom + gap : at.top - gap - tall) : along(at.top, at.bottom, h)
  element.style.left = `${clamp(x, MARGIN, width - w - MARGIN)}px`
  const top = clamp(y, MARGIN, height - tall - MARGIN)
  // An element above its anchor must grow upwards: over the anchor it would take the pointer from it.
  element.style.top = best === 'top' ? 'auto' : `${top}px`
  element.style.bottom = best === 'top' ? `${height - top - tall}px` : 'auto'
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}

/** The open layers of the page, the topmost last. */
const layers: (() => void)[] = []

function closeTopLayer(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return
  const close = layers.at(-1)
  if (!close) return
  event.preventDefault()
  event.stopPropagation()
  close()
}

/** Escape closes only the layer that was opened last: a dialog below it stays open. */
export function useCloseOnEscape(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    const layer = () => close()
    // Dialogs listen on the document: the window gets the event before them.
    if (layers.push(layer) === 1) window.addEventListener('keydown', closeTopLayer, { capture: true })
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      if (layers.length === 0) window.removeEventListener('keydown', closeTopLayer, { capture: true })
    }
  }, [isOpen])
}

/**
 * Closes on a press outside of these elements.
 * @param onlyCloses the press is swallowed: what lies under it is not pressed
 */
export function useCloseOnPressOutside(
  isOpen: boolean,
  inside: readonly RefObject<HTMLElement | null>[],
  onClose: () => void,
  { onlyCloses = false } = {},
): void {
  const pressed = useEffectEvent((event: PointerEvent) => {
    const path = event.composedPath()
    if (inside.some(({ current }) => current && path.includes(current))) return
    if (onlyCloses) swallow(event)
    onClose()
  })
  useEffect(() => {
    if (!isOpen) return
    const listener = (event: PointerEvent) => pressed(event)
    window.addEventListener('pointerdown', listener, { capture: true })
    return () => window.removeEventListener('pointerdown', listener, { capture: true })
  }, [isOpen])
}

/** Keeps all events of this press, from the first to the click, from their target. */
function swallow(press: PointerEvent): void {
  press.stopPropagation()
  const follows = ['mousedown', 'mouseup', 'click']
  const stop = (event: Event) => {
    // A click from the keyboard or a script belongs to no press.
    if (event.type === 'click' && (event as MouseEvent).detail === 0) return
    event.preventDefault()
    event.stopPropagation()
    if (event.type === 'click') end()
  }
  const isOver = (event: PointerEvent) => event !== press && end()
  const end = () => {
    for (const type of follows) window.removeEventListener(type, stop, { capture: true })
    window.removeEventListener('pointerdown', isOver, { capture: true })
  }
  for (const type of follows) window.addEventListener(type, stop, { capture: true })
  window.addEventListener('pointerdown', isOver, { capture: true })
}
