import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { listOptions, readList } from '../common/api.ts'
import { listQuery } from '../common/list-state.ts'
import { beginSequence, growSequence, type Sequence } from './sequence.ts'
import { useListState } from '../common/use-list-state.ts'
import { linkedRequests } from '../common/linked-requests.ts'

export interface Neighbours {
  hasPrevious: boolean
  hasNext: boolean
  /** Steps through the list in its order, across its pages. */
  go: (by: 1 | -1) => void
}

const NONE: Neighbours = { hasPrevious: false, hasNext: false, go: () => {} }

/**
 * The previous and next request in the list that the URL describes, as it was when the first of them was opened: a request
 * that has left the list because it was decided keeps its place. If the request was opened from an answer or a batch, its
 * neighbours are the requests there. None if it was opened from neither.
 * @param id the open request, null for none
 * @param onStep gets the neighbour, and its page of the list if that is another one
 */
export function useNeighbours(id: string | null, onStep: (id: string, page: number | null) => void): Neighbours {
  const [state] = useListState()
  const { data } = useQuery({ ...listOptions(state), enabled: false })
  const [sequence, setSequence] = useState<Sequence | null>(null)
  const list = listQuery({ ...state, page: 1 })
  const at = (in_: Sequence | null) => (in_?.list === list ? in_.steps.findIndex((step) => step.id === id) : -1)
  // An answer that arrives after the dialog was closed, or after another step, is ignored.
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
      // If a page fails to load, the request stays open; the list shows the error when it loads that page.
      else void readOn(by).catch(() => {})
    },
  }
}
