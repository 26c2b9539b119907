import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Batch } from '../../../shared/ai-batches.ts'
import { useDataOrPrevious } from '../../client/own-data.ts'
import { itemsOptions } from './api.ts'
import type { BatchPolling } from './batch-polling.ts'
import { type Sort, type View, VIEWS } from './views.ts'

/** The shown rows of a batch, and the state of their query. */
export function useItems(batch: Batch, polling: BatchPolling) {
  const [view, setView] = useState<View>('differ')
  const [sort, setSort] = useState<Sort>('newest')
  const [page, setPage] = useState(1)
  const query = useQuery(itemsOptions(batch, polling, { ...VIEWS[view].rows, sort }, page))
  return {
    view,
    show: (next: View) => {
      setView(next)
      setPage(1)
    },
    sort,
    sortBy: (next: Sort) => {
      setSort(next)
      setPage(1)
    },
    page,
    setPage,
    query,
    ...useDataOrPrevious(query),
  }
}
export type ShownItems = ReturnType<typeof useItems>
