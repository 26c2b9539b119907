import type { RequestList } from '../../../shared/request-list.ts'
import { queryClient } from '../../client/query.ts'
import { Store, useStore } from '../../ui/store.ts'

interface ChangedList {
  list: RequestList
  /** how many rows of it are not on the screen */
  added: number
}

/** Lists as they are now, by address, while the rows on the screen still stand as they were read. */
export const changedLists = new Store<ReadonlyMap<string, ChangedList>>(new Map())

export function useChangedList(address: string): ChangedList | undefined {
  return useStore(changedLists).get(address)
}

/** Puts the present list in the place of the one on the screen. */
export function showChangedList(address: string): void {
  const changed = changedLists.get().get(address)
  if (!changed) return
  forgetChangedList(address)
  queryClient.setQueryData([address], changed.list)
}

export function forgetChangedList(address: string): void {
  const next = new Map(changedLists.get())
  if (next.delete(address)) changedLists.set(next)
}
