import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { readListState, withListState, type ListState } from './list-state.ts'

export type ChangeList = (change: Partial<ListState>, options?: { replace?: boolean }) => void

/** The list's state as the URL has it. A change is a step back and forward can return to, unless `replace` is set. */
export function useListState(): [ListState, ChangeList] {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readListState(params), [params])
  const change = useCallback<ChangeList>(
    (part, { replace = false } = {}) =>
      // From the address as it is now: what is rendered may be a step behind, and the pause after typing would then
      // take back a dialog that was opened within it.
      setParams(() => withListState(new URLSearchParams(window.location.search), part), {
        replace,
        preventScrollReset: true,
      }),
    [setParams],
  )
  return [state, change]
}
