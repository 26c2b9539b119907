import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'
import type { Plot } from './plot.ts'
import { useBrush, type Brush } from './use-brush.ts'

/** A brush that keeps the focus on a mark when it zooms from the keyboard or zooms out. */
export function useFocusKeepingBrush(layer: RefObject<HTMLElement | null>, plot: Plot, brush: Brush | undefined) {
  const selection = useBrush(plot, brush)
  const focus = useKeepFocus(layer)
  return {
    ...selection,
    apply: () => {
      focus.keep()
      selection.apply()
    },
    zoomOut: () => {
      focus.keep()
      selection.zoomOut()
    },
    onBlur: (event: FocusEvent) => {
      focus.onBlur(event)
      selection.drop()
    },
  }
}

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
