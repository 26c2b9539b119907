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
