import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOwnData } from '../../client/own-data.ts'
import { listOptions } from '../../vocabulary/api.ts'
import { useClassificationCheck } from '../../vocabulary/classifying.ts'
import { filtersOf, type ListState } from '../../vocabulary/list-state.ts'

/** The list that an address asks for, and the one that was read last while that one isn't there. */
export function useShownList(state: ListState) {
  const list = useQuery({ ...listOptions(state), placeholderData: keepPreviousData })
  const { shown, isBefore, missing } = useOwnData(list)
  useClassificationCheck(shown?.requests, listOptions(state).queryKey[0] as string)
  const [read, setRead] = useState({ state, list: shown })
  if (shown && !isBefore && (read.list !== shown || read.state !== state)) setRead({ state, list: shown })
  return {
    list,
    shown,
    missing,
    /** What was read last, to go back to. */
    read,
    /** What is shown was asked for by this state, which may be the one before. */
    shownState: isBefore ? read.state : state,
    isBefore,
    /** For the pages' buttons, also while the page asked for isn't there. */
    sizes: shown ?? (filtersOf(read.state) === filtersOf(state) ? read.list : undefined),
    isWaiting: isBefore || (list.isFetching && list.isError),
  }
}
export type ShownList = ReturnType<typeof useShownList>
