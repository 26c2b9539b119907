import { useEffect, useRef, type RefObject } from 'react'

/** Whether the dialog has left the screen. An answer that comes later must not close whatever is there by then. */
export function useIsUnmounted(): RefObject<boolean> {
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  return gone
}
