import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDataOrPrevious } from '../../client/own-data.ts'
import { listOptions } from '../common/api.ts'
import { useClassificationCheck } from '../common/classifying.ts'
import { filtersOf, type ListState } from '../common/list-state.ts'

/** The list that the URL describes, or the last loaded one while that is loading. */
export function useShownList(state: ListState) {
  const list = useQuery({ ...listOptions(state), placeholderData: keepPreviousData })
  const { shown, isBefore, missing } = useDataOrPrevious(list)
  useClassificationCheck(shown?.requests, listOptions(state).queryKey[0] as string)
  const [read, setRead] = useState({ state, list: shown })
  if (shown && !isBefore && (read.list !== shown || read.state !== state)) setRead({ state, list: shown })
  return {
    list,
    shown,
    missing,
    /** The last loaded list, to return to. */
    read,
    /** The state that `shown` belongs to, which may be the previous one. */
    shownState: isBefore ? read.state : state,
    isBefore,
    /** For the pager, also while the requested page isn't loaded. */
    sizes: shown ?? (filtersOf(read.state) === filtersOf(state) ? read.list : undefined),
    isWaiting: isBefore || (list.isFetching && list.isError),
  }
}
export type ShownList = ReturnType<typeof useShownList>
