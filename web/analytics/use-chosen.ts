import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useAddress } from '../client/address.ts'
import { flowOptions } from './api.ts'
import { type Filters, flowQuery, readFilters, withFilters } from './filters.ts'

/**
 * A URL change re-renders every link of the screen: some 20 ms in which the response to a choice could not be handled. Figures
 * rarely take longer than this delay.
 */
const ADDRESS_AFTER_MS = 200
/** Inputs before which the URL is updated, because their effect may depend on it. */
const NEXT_INPUTS = ['pointerdown', 'keydown'] as const

/** The latest chosen filters, shown and fetched at once. The URL is updated later, once the figures had time to load. */
export function useChosen(): [Filters, (part: Partial<Filters>) => void] {
  const client = useQueryClient()
  const [params, changeAddress] = useAddress()
  const written = wordsOf(readFilters(params))
  const [known, setKnown] = useState(written)
  const [chosen, choose] = useState(() => readFilters(params))
  if (known !== written) {
    setKnown(written)
    // Equal filters keep their object, so that nothing re-renders.
    if (wordsOf(chosen) !== written) choose(readFilters(params))
  }
  const latest = useRef(chosen)
  useLayoutEffect(() => {
    latest.current = chosen
  })
  const change = useCallback(
    (part: Partial<Filters>) => {
      const next = inOrder({ ...latest.current, ...part })
      // The server computes while the page renders the choice.
      void client.prefetchQuery(flowOptions(flowQuery(next)))
      latest.current = next
      choose(next)
    },
    [client],
  )
  const isWritten = wordsOf(chosen) === written
  useEffect(() => {
    if (isWritten) return
    const write = () => {
      stop()
      changeAddress((now) => withFilters(now, chosen))
    }
    const timer = setTimeout(write, ADDRESS_AFTER_MS)
    for (const input of NEXT_INPUTS) window.addEventListener(input, write, { capture: true })
    const stop = () => {
      clearTimeout(timer)
      for (const input of NEXT_INPUTS) window.removeEventListener(input, write, { capture: true })
    }
    return stop
  }, [isWritten, chosen, changeAddress])
  return [chosen, change]
}

const addressOf = (filters: Filters) => withFilters(new URLSearchParams(), filters)
const wordsOf = (filters: Filters) => String(addressOf(filters))

/** In the order in which the URL will restore them, whatever the order of choosing. */
const inOrder = (filters: Filters) => readFilters(addressOf(filters))
