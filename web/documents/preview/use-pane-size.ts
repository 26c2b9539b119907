import { useLayoutEffect, useState, type RefObject } from 'react'

/** Inner size of a box without its scrollbars; null before it is rendered. */
export function usePaneSize(box: RefObject<HTMLElement | null>): { width: number; height: number } | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measured = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element
      setSize((now) => (now?.width === width && now.height === height ? now : { width, height }))
    })
    measured.observe(element)
    return () => measured.disconnect()
  }, [box])
  return size
}
