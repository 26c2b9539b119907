/** The controls that act on a click. A list box acts on the press instead. */
const CONTROLS =
  'button:not([role=combobox]), a[href], label, summary, input:is([type=checkbox], [type=radio], [type=submit])'
/** Tolerance: the pointer moves a little during a click that is no drag. */
const MOVES_PX = 8

/**
 * A press and release on one spot clicks the pressed control, even if that has moved away before the release: the press
 * blurs a field, the message beside that field appears or disappears, and the content below it shifts. The browser would
 * send the click to the common ancestor of both places.
 */
export function retargetMovedClicks(): void {
  let pressed: { control: Element; x: number; y: number } | null = null
  const click = ({ control, x, y }: NonNullable<typeof pressed>, event: MouseEvent) => {
    if (!control.isConnected || Math.hypot(event.clientX - x, event.clientY - y) > MOVES_PX) return false
    const { ctrlKey, metaKey, shiftKey, altKey, clientX, clientY } = event
    const keys = { ctrlKey, metaKey, shiftKey, altKey }
    const place = { clientX, clientY, detail: 1, view: window }
    control.dispatchEvent(new MouseEvent('click', { ...keys, ...place, bubbles: true, cancelable: true }))
    return true
  }
  const options = { capture: true }
  window.addEventListener(
    'pointerdown',
    ({ target, button, pointerType, clientX: x, clientY: y }) => {
      // A touch click is sent later, after the focus has changed, and goes to the tapped element.
      const isMouse = pointerType === 'mouse' && button === 0
      const control = target instanceof Element && isMouse && target.closest(CONTROLS)
      pressed = control ? { control, x, y } : null
    },
    options,
  )
  window.addEventListener('pointercancel', () => (pressed = null), options)
  window.addEventListener(
    'pointerup',
    (event) => {
      const was = pressed
      // The browser sends no click at all if a re-render has replaced the pressed element inside the control.
      setTimeout(() => {
        if (was && was === pressed) click(was, event)
        pressed = null
      })
    },
    options,
  )
  window.addEventListener(
    'click',
    (event) => {
      const was = pressed
      pressed = null
      if (!was || !event.isTrusted || (event.target instanceof Node && was.control.contains(event.target))) return
      if (!click(was, event)) return
      event.preventDefault()
      event.stopPropagation()
    },
    options,
  )
}
