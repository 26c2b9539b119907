import { useMemo, useState } from 'react'
import type { RequestTab } from './use-open-request.ts'

/** Whether the comment field should take the focus once rendered; it calls `taken` when it has. */
export interface CommentFocus {
  wanted: boolean
  taken: () => void
}

/** "Add Comment": opens the Comments tab and asks its field to take the focus. */
export function useCommentFocus(
  tab: RequestTab,
  showTab: (tab: RequestTab) => void,
): [focus: CommentFocus, comment: () => void] {
  const [wanted, setWanted] = useState(false)
  const focus = useMemo(() => ({ wanted, taken: () => setWanted(false) }), [wanted])
  return [
    focus,
    () => {
      if (tab !== 'comments') showTab('comments')
      setWanted(true)
    },
  ]
}
