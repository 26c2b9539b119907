import { useEffect } from 'react'
import { commentsOptions } from '../common/comments-api.ts'
import { queryClient } from '../../client/query.ts'
import { historyOptions, outlookOptions, requestOptions } from '../common/api.ts'

/** Data younger than this was just prefetched by hovering over the row. */
const JUST_READ_MS = 5000

/**
 * Refetches the cached data of a request when its details are reopened, to show what happened meanwhile. Unchanged data
 * costs a 304 without a body (docs/decisions/0019-looking-again.md).
 * @param address the id or number by which the request was opened and is cached
 * @param id of the loaded request: its history and comments are cached under the id alone
 */
export function useFreshDetails(address: string, id = address): void {
  useEffect(() => {
    const all = [requestOptions(address), historyOptions(id), commentsOptions(id), outlookOptions(id)]
    for (const { queryKey } of all) {
      const { data, dataUpdatedAt = 0 } = queryClient.getQueryState(queryKey) ?? {}
      if (data !== undefined && Date.now() - dataUpdatedAt > JUST_READ_MS)
        void queryClient.refetchQueries({ queryKey, exact: true })
    }
  }, [address, id])
}
