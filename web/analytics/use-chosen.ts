import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useAddress } from '../client/address.ts'
import { flowOptions } from './api.ts'
import { type Filters, flowQuery, readFilters, withFilters } from './filters.ts'

/**
 * For a new address the router draws every link of the screen again: some 20 ms in which the figures of a choice could not
 * be read. That they take longer than this is seldom.
 */
const ADDRESS_AFTER_MS = 200
/** What a person may do next, which is to find the choice in the address. */
const NEXT_INPUTS = ['pointerdown', 'keydown'] as const

/** The filters as they were chosen last, shown and asked for at once. The address follows when the figures had time to come. */
export function useChosen(): [Filters, (part: Partial<Filters>) => void] {
  const client = useQueryClient()
  const [params, changeAddress] = useAddress()
  const written = wordsOf(readFilters(params))
  const [known, setKnown] = useState(written)
  const [chosen, choose] = useState(() => readFilters(params))
  if (known !== written) {
    setKnown(written)
    // Those that are chosen already stay the same object, so that nothing is drawn for them again.
    if (wordsOf(chosen) !== written) choose(readFilters(params))
  }
  const latest = useRef(chosen)
  useLayoutEffect(() => {
    latest.current = chosen
  })
  const change = useCallback(
    (part: Partial<Filters>) => {
      const wanted = inOrder({ ...latest.current, ...part })
      // The server computes while the page draws the choice.
      void client.prefetchQuery(flowOptions(flowQuery(wanted)))
      latest.current = wanted
      choose(wanted)
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

/** As the address will bring them back, whatever the order in which they were chosen. */
const inOrder = (filters: Filters) => readFilters(addressOf(filters))
