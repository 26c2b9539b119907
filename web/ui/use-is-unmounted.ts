import { useEffect, useRef, type RefObject } from 'react'

/** Whether the component has unmounted: a late answer must not close what is on the screen by then. */
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
