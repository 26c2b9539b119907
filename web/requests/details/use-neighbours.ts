import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { listOptions, readList } from '../../vocabulary/api.ts'
import { listQuery } from '../../vocabulary/list-state.ts'
import { beginSequence, growSequence, type Sequence } from './sequence.ts'
import { useListState } from '../../vocabulary/use-list-state.ts'
import { linkedRequests } from '../../vocabulary/linked-requests.ts'

export interface Neighbours {
  hasPrevious: boolean
  hasNext: boolean
  /** Goes on in the list's order, over the edges of its pages. */
  go: (by: 1 | -1) => void
}

const NONE: Neighbours = { hasPrevious: false, hasNext: false, go: () => {} }

/**
 * The requests before and after one in the list that the address describes, as it was when the first of them was opened: a
 * request that has left the list by being decided keeps its place. From an answer or a batch it goes through the requests there.
 * None, when the request was opened from neither.
 * @param id what is open, null for nothing
 * @param onStep the neighbour, and the page of the list that it stands on when that is another one
 */
export function useNeighbours(id: string | null, onStep: (id: string, page: number | null) => void): Neighbours {
  const [state] = useListState()
  const { data } = useQuery({ ...listOptions(state), enabled: false })
  const [sequence, setSequence] = useState<Sequence | null>(null)
  const list = listQuery({ ...state, page: 1 })
  const at = (in_: Sequence | null) => (in_?.list === list ? in_.steps.findIndex((step) => step.id === id) : -1)
  // An answer that comes after the dialog was closed, or after another step, must not move anything.
  const open = useRef(id)
  useLayoutEffect(() => {
    open.current = id
  }, [id])
  const isReading = useRef(false)

  if (id === null) {
    if (sequence) setSequence(null)
    return NONE
  }
  if (at(sequence) < 0) {
    const isListed = data?.requests.some((request) => request.id === id)
    const linked = linkedRequests(id, !isListed)
    if (linked) setSequence(beginSequence(list, 1, { requests: linked, total: linked.length }))
    else if (isListed) setSequence(beginSequence(list, state.page, data!))
  }
  const index = at(sequence)
  if (!sequence || index < 0) return NONE

  const stepTo = ({ steps }: Sequence, to: number) => {
    const step = steps[to]
    if (step) onStep(step.id, step.page === state.page ? null : step.page)
  }
  const readOn = async (by: 1 | -1) => {
    isReading.current = true
    try {
      const grown = await growSequence(sequence, by, (page) => readList({ ...state, page }))
      if (open.current !== id) return
      setSequence(grown)
      stepTo(grown, at(grown) + by)
    } finally {
      isReading.current = false
    }
  }
  return {
    hasPrevious: index > 0 || sequence.before > 0,
    hasNext: index + 1 < sequence.steps.length || sequence.after > 0,
    go: (by) => {
      if (isReading.current) return
      if (sequence.steps[index + by]) stepTo(sequence, index + by)
      // A failed page leaves the request where it is; the list itself shows the error when it is asked.
      else void readOn(by).catch(() => {})
    },
  }
}
