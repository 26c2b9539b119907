import { useCallback, useEffect, useRef, type RefObject } from 'react'

/**
 * For controls that are removed or disabled by being pressed: the focus would fall back to the start of the page.
 * @param selector the element inside `box` that takes the focus instead
 * @param after a value that has changed once the control is gone
 * @returns call it when such a control is pressed
 */
export function useFocusFallback(box: RefObject<HTMLElement | null>, selector: string, after: unknown): () => void {
  const pressed = useRef(false)
  const before = useRef(after)
  useEffect(() => {
    const isSame = Object.is(before.current, after)
    before.current = after
    if (isSame || !pressed.current) return
    pressed.current = false
    const focused = document.activeElement
    if (focused && focused !== document.body && !focused.matches(':disabled')) return
    box.current?.querySelector<HTMLElement>(selector)?.focus()
  }, [after, box, selector])
  return useCallback(() => {
    pressed.current = true
  }, [])
}
