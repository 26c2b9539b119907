import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listOptions, readList } from './api.ts'
import { PAGE_SIZE } from './list-state.ts'
import { useGone } from './use-gone.ts'
import { useListState } from './use-list-state.ts'

interface Neighbours {
  hasPrevious: boolean
  hasNext: boolean
  /** Goes on in the list's order, over the edges of its pages. */
  go: (by: 1 | -1) => void
}

/**
 * The requests before and after one in the list that the address describes. Neither, when the request isn't on its page.
 * @param onStep the neighbour, and the page of the list that it stands on when that is another one
 */
export function useNeighbours(id: string, onStep: (id: string, page: number | null) => void): Neighbours {
  const [state] = useListState()
  const { data } = useQuery({ ...listOptions(state), enabled: false })
  const [turning, setTurning] = useState(false)
  const gone = useGone()
  const index = data?.requests.findIndex((request) => request.id === id) ?? -1
  if (!data || index < 0) return { hasPrevious: false, hasNext: false, go: () => {} }

  const position = (state.page - 1) * PAGE_SIZE + index
  const turn = async (page: number, at: number) => {
    setTurning(true)
    try {
      const next = (await readList({ ...state, page })).requests.at(at)
      // A dialog that was closed meanwhile must not come back.
      if (next && !gone.current) onStep(next.id, page)
    } finally {
      setTurning(false)
    }
  }
  return {
    hasPrevious: position > 0 && !turning,
    hasNext: position + 1 < data.total && !turning,
    go: (by) => {
      const near = data.requests[index + by]
      if (near && index + by >= 0) onStep(near.id, null)
      // A failed page leaves the request where it is; the list itself shows the error when it is asked.
      else void turn(state.page + by, by === 1 ? 0 : -1).catch(() => {})
    },
  }
}
