import { useEffect, type RefObject } from 'react'
import type { Marks, Target } from './use-marks.ts'

/** What every way to show a document is given. */
export interface PaneProps {
  marks: Marks
  /** scrolled to whenever it is another object */
  target: Target
  /** which page is read now */
  onPage: (page: number) => void
  /** The pane takes the focus from it once it is drawn, so that the keys move in it. */
  focusFrom?: RefObject<HTMLElement | null> | undefined
  /** the number of a marked place was pressed */
  onPlace?: ((key: string) => void) | undefined
}

export function useTakenFocus(pane: RefObject<HTMLElement | null>, { focusFrom }: Pick<PaneProps, 'focusFrom'>): void {
  useEffect(() => {
    if (focusFrom?.current && document.activeElement === focusFrom.current) pane.current?.focus({ preventScroll: true })
  }, [pane, focusFrom])
}

/** Home and End go there at once: a browser's own gliding over hundreds of pages that are drawn meanwhile may end half-way. */
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
