import { NARROW, PHONE, useMedia } from '../ui/media.ts'

export type Layout = 'wide' | 'merged' | 'blocks'

/**
 * How much room the list has: all columns, department and assignee under their neighbours, or a block for each row.
 * Chosen here rather than in CSS, so that no value stands in the page twice.
 */
export function useLayout(): Layout {
  const isPhone = useMedia(PHONE)
  const isNarrow = useMedia(NARROW)
  if (isPhone) return 'blocks'
  return isNarrow ? 'merged' : 'wide'
}
