import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Longer than this the answer of another address does not stand in, unless a screen marks it plainly. */
const STAND_IN_MS = 1000
/** An answer that comes at once must not flicker, and need not wait for the drawing of something pale. */
export const PALE_AFTER_MS = 200

export interface OwnData<T> {
  /** the answer of the address asked for, or for a moment the one before while that is on its way */
  shown: T | undefined
  /** what is shown is the answer of another address */
  isBefore: boolean
  /** why there is nothing to show; null while it is on its way or there */
  missing: 'offline' | 'failed' | null
}

/**
 * What of a query with `keepPreviousData` may be shown. The answer of another page, search or range stands in only while
 * the new one is being fetched without trouble: offline or after a failure it would pass for what was asked for.
 * @param standInMs for how long at most
 */
export function useOwnData<T>(query: UseQueryResult<T>, standInMs = STAND_IN_MS): OwnData<T> {
  const { data, isPlaceholderData, fetchStatus, failureCount, isError } = query
  const isTurning = isPlaceholderData && fetchStatus === 'fetching' && failureCount === 0
  const isLate = useIsLate(isTurning, standInMs)
  if (data !== undefined && !isPlaceholderData) return { shown: data, isBefore: false, missing: null }
  if (isTurning && !isLate) return { shown: data, isBefore: true, missing: null }
  const missing = isError ? 'failed' : fetchStatus === 'paused' ? 'offline' : null
  return { shown: undefined, isBefore: false, missing }
}

/** Whether something has been waited for longer than that. */
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
