import { useEffect, useRef, type RefObject } from 'react'
import type { DocumentProposal } from '../../shared/document-proposals.ts'

/**
 * A decision unmounts its own buttons. The focus then moves to the same button of the next open proposal, so that all can be
 * decided from the keyboard; without one, to the heading.
 * @returns handler for the container of the proposals: remembers which control was pressed
 */
export function useNextFocus(
  list: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
  proposals: readonly DocumentProposal[],
) {
  const pressed = useRef<{ id: string; act: string } | null>(null)
  useEffect(() => {
    const was = pressed.current
    const focused = document.activeElement
    if (!was || (focused && focused !== document.body && focused.isConnected)) return
    const index = proposals.findIndex(({ id }) => id === was.id)
    const own = proposals[index]
    // Reopened by undo: its own first button, in the place of the undo button.
    const isOpenAgain = was.act === 'undo' && own?.state === 'open'
    const waiting = [...proposals.slice(index + 1), ...proposals.slice(0, Math.max(index, 0))].filter(
      ({ state }) => state === 'open',
    )
    const next = isOpenAgain ? own : waiting[0]
    const act = isOpenAgain ? 'create' : was.act
    const control = next && list.current?.querySelector<HTMLElement>(`[data-proposal="${next.id}"] [data-act="${act}"]`)
    ;(control ?? heading.current)?.focus()
    pressed.current = null
  }, [proposals, list, heading])
  return (target: EventTarget) => {
    if (!(target instanceof HTMLElement)) return
    const id = target.closest<HTMLElement>('[data-proposal]')?.dataset['proposal']
    const act = target.closest<HTMLElement>('[data-act]')?.dataset['act']
    pressed.current = id !== undefined && act !== undefined ? { id, act } : null
  }
}
