import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** The previous answer is shown as a placeholder no longer than this, unless a screen marks it plainly. */
const PLACEHOLDER_MS = 1000
/** A fast answer must not flicker, nor wait for a dimmed view to render. */
export const DIM_AFTER_MS = 200

export interface OwnData<T> {
  /** the answer of the requested address, or for a moment the previous one while that is loading */
  shown: T | undefined
  /** `shown` is the answer of the previous address */
  isBefore: boolean
  /** why there is nothing to show; null while it is loading or loaded */
  missing: 'offline' | 'failed' | null
}

/**
 * What a query with `keepPreviousData` may show. The answer of another page, search or range is a placeholder only while
 * the new one is being fetched without a failure: offline or after an error it would be mistaken for the requested one.
 * @param placeholderMs longest time that the placeholder is shown
 */
export function useDataOrPrevious<T>(query: UseQueryResult<T>, placeholderMs = PLACEHOLDER_MS): OwnData<T> {
  const { data, isPlaceholderData, fetchStatus, failureCount, isError } = query
  const isTurning = isPlaceholderData && fetchStatus === 'fetching' && failureCount === 0
  const isLate = useIsLate(isTurning, placeholderMs)
  if (data !== undefined && !isPlaceholderData) return { shown: data, isBefore: false, missing: null }
  if (isTurning && !isLate) return { shown: data, isBefore: true, missing: null }
  const missing = isError ? 'failed' : fetchStatus === 'paused' ? 'offline' : null
  return { shown: undefined, isBefore: false, missing }
}

/** Whether `waiting` has been true for longer than `afterMs`. */
export function useIsLate(waiting: boolean, afterMs: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), afterMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [waiting, afterMs])
  return isLate
}
