import { useEffect, type RefObject } from 'react'
import type { Marks } from './use-marks.ts'
import type { Target } from './use-scroll-to.ts'

/** Props of every view of a document. */
export interface PaneProps {
  marks: Marks
  /** scrolled to whenever it is a new object */
  target: Target
  /** called with the page being read */
  onPage: (page: number) => void
  /** The pane takes the focus from it once rendered, so that keys scroll the pane. */
  focusFrom?: RefObject<HTMLElement | null> | undefined
  /** called when the number of a marked place is pressed */
  onPlace?: ((key: string) => void) | undefined
}

export function useFocusHandover(
  pane: RefObject<HTMLElement | null>,
  { focusFrom }: Pick<PaneProps, 'focusFrom'>,
): void {
  useEffect(() => {
    if (focusFrom?.current && document.activeElement === focusFrom.current) pane.current?.focus({ preventScroll: true })
  }, [pane, focusFrom])
}

/** Home and End jump at once: the browser's smooth scrolling over hundreds of lazily drawn pages may stop half-way. */
export function useEndKeys(pane: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = pane.current
    if (!box) return
    const pressed = (event: KeyboardEvent) => {
      const isEnd = event.key === 'End'
      if (event.target !== box || (!isEnd && event.key !== 'Home')) return
      box.scrollTo({ top: isEnd ? box.scrollHeight : 0, behavior: 'instant' })
      event.preventDefault()
    }
    box.addEventListener('keydown', pressed)
    return () => box.removeEventListener('keydown', pressed)
  }, [pane])
}
