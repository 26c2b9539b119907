import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Width before the first layout. */
const FIRST_WIDTH = 560

/** Observed width of the drawing's box: text keeps its size at every width, so shapes are drawn in pixels. */
export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(FIRST_WIDTH)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setWidth(Math.max(160, Math.round(element.clientWidth || FIRST_WIDTH)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [box, width]
}
