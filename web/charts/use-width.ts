import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Where nothing is laid out yet. */
const FIRST_WIDTH = 560

/** How wide the drawing's box is, kept up to date: text keeps its size at every width, so shapes are drawn in pixels. */
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
