import { toastContainer } from './toast-container.ts'

const SWIPE_PX = 50

interface Point {
  clientX: number
  clientY: number
}

/** The toast at a place of the window. Toasts take no presses, so nothing else tells what is over them. */
export function toastAt({ clientX, clientY }: Point): HTMLElement | undefined {
  return [...toastContainer().querySelectorAll<HTMLElement>('.toast')].find((toast) => {
    const { left, top, right, bottom } = toast.getBoundingClientRect()
    return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom
  })
}

interface Gestures {
  onHover: (isOver: boolean) => void
  /** A toast was swiped away to the right. */
  onSwipe: (toast: HTMLElement) => void
}

/**
 * Reads hovering and swipes from the events of the page: presses go through a toast to what it covers. Touch events, because
 * the browser cancels the pointer events of a finger that it takes for scrolling.
 * @returns stops listening
 */
export function watchToasts({ onHover, onSwipe }: Gestures): () => void {
  let swipe: { toast: HTMLElement; from: number } | undefined
  const start = (event: MouseEvent | TouchEvent) => {
    const isOnButton = event.target instanceof Element && event.target.closest('.toast button') !== null
    const toast = toastAt(pointOf(event))
    if (toast && !isOnButton) swipe = { toast, from: pointOf(event).clientX }
  }
  const move = (event: MouseEvent | TouchEvent) => {
    onHover(toastAt(pointOf(event)) !== undefined)
    if (swipe) slide(swipe.toast, pointOf(event).clientX - swipe.from)
  }
  const end = (event: MouseEvent | TouchEvent) => {
    if (event.type === 'touchend') onHover(false)
    if (!swipe) return
    const { toast, from } = swipe
    swipe = undefined
    slide(toast, 0)
    if (pointOf(event).clientX - from < SWIPE_PX) return
    swallowClick()
    onSwipe(toast)
  }
  const listeners = [
    ...(['mousedown', 'touchstart'] as const).map((type) => [type, start] as const),
    ...(['mousemove', 'touchmove'] as const).map((type) => [type, move] as const),
    ...(['mouseup', 'touchend'] as const).map((type) => [type, end] as const),
  ]
  for (const [type, listener] of listeners) document.addEventListener(type, listener, { capture: true, passive: true })
  return () => {
    for (const [type, listener] of listeners) document.removeEventListener(type, listener, { capture: true })
  }
}

function pointOf(event: MouseEvent | TouchEvent): Point {
  return 'clientX' in event ? event : event.changedTouches[0]!
}

function slide(toast: HTMLElement, by: number): void {
  toast.dataset.swiping = String(by > 0)
  toast.style.translate = by > 0 ? `${by}px 0` : ''
}

/** A swipe with the mouse ends in a click on what is below; it must not press it. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('click', swallow, { capture: true })
  setTimeout(() => document.removeEventListener('click', swallow, { capture: true }))
}
