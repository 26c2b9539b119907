import { useCallback, useMemo } from 'react'
import { useAddress } from '../client/address.ts'
import { readListState, withListState, type ListState } from './list-state.ts'

export type ChangeList = (change: Partial<ListState>, options?: { replace?: boolean }) => void

/** The list's state from the URL. A change pushes a history entry, unless `replace` is set. */
export function useListState(): [ListState, ChangeList] {
  const [params, changeAddress] = useAddress()
  const state = useMemo(() => readListState(params), [params])
  const change = useCallback<ChangeList>(
    (part, options) => changeAddress((now) => withListState(now, part), options),
    [changeAddress],
  )
  return [state, change]
}
