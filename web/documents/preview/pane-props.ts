import type { Marks, Target } from './use-marks.ts'

/** What every way to show a document is given. */
export interface PaneProps {
  marks: Marks
  /** scrolled to whenever it is another object */
  target: Target
  /** which page is read now */
  onPage: (page: number) => void
  /** the number of a marked place was pressed */
  onPlace?: ((key: string) => void) | undefined
}
