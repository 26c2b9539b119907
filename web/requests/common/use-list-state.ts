import { useCallback, useMemo } from 'react'
import { useAddress } from '../../client/address.ts'
import { useDepartments } from '../../client/departments.ts'
import { readListState, withListState, type ListState } from './list-state.ts'

export type ChangeList = (change: Partial<ListState>, options?: { replace?: boolean }) => void

/** The list's state from the URL. A change pushes a history entry, unless `replace` is set. */
export function useListState(): [ListState, ChangeList] {
  const [params, changeAddress] = useAddress()
  // A department created after the session was stored becomes known a moment later, and then filters the list.
  const departments = useDepartments()
  const state = useMemo(() => readListState(params, departments), [params, departments])
  const change = useCallback<ChangeList>(
    (part, options) => changeAddress((now) => withListState(now, part), options),
    [changeAddress],
  )
  return [state, change]
}
