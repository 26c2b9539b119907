import { useRef, type MouseEvent, type PointerEvent } from 'react'

/**
 * A mouse opens the list on press; touch, pen and screen readers on click.
 * @returns `isDrawn`: a mouse press on the button was dragged elsewhere and released there
 */
export function usePressToOpen(toggle: () => void) {
  const pressedWith = useRef('')
  return {
    isDrawn: () => pressedWith.current === 'mouse',
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      pressedWith.current = event.pointerType
      if (event.pointerType !== 'mouse' || event.button !== 0 || event.ctrlKey) return
      // Safari does not focus a button on press.
      event.currentTarget.focus()
      toggle()
    },
    onClick: (event: MouseEvent) => {
      if (pressedWith.current !== 'mouse' || event.detail === 0) toggle()
      pressedWith.current = ''
    },
  }
}
