/** What a click does something to. A list box acts when it is pressed, not when it is clicked. */
const CONTROLS =
  'button:not([role=combobox]), a[href], label, summary, input:is([type=checkbox], [type=radio], [type=submit])'
/** A hand that presses without meaning to draw still moves a little. */
const MOVES_PX = 8

/**
 * A press and release on one spot is a click on the control that was pressed, also when it was no longer there at the
 * release: the press takes the focus from a field, a message beside that field comes or goes, and what is below it moves.
 * The browser then sends the click to whatever holds both places.
 */
export function keepPresses(): void {
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
      // A finger's click comes later, after the focus has changed, and goes to what was tapped.
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
      // No click at all comes when what was pressed inside the control has been drawn anew.
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
