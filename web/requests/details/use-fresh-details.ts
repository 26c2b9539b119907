import { useEffect } from 'react'
import { commentsOptions } from '../../vocabulary/comments-api.ts'
import { queryClient } from '../../client/query.ts'
import { historyOptions, outlookOptions, requestOptions } from '../../vocabulary/api.ts'

/** What was read so shortly before is what a pointer over the row has asked for. */
const JUST_READ_MS = 5000

/**
 * Details that are opened again show what happened meanwhile: what is known of them is asked for once more. What has not
 * changed costs an answer without a body (docs/decisions/0019-looking-again.md).
 */
export function useFreshDetails(id: string): void {
  useEffect(() => {
    const all = [requestOptions(id), historyOptions(id), commentsOptions(id), outlookOptions(id)]
    for (const { queryKey } of all) {
      const { data, dataUpdatedAt = 0 } = queryClient.getQueryState(queryKey) ?? {}
      if (data !== undefined && Date.now() - dataUpdatedAt > JUST_READ_MS)
        void queryClient.refetchQueries({ queryKey, exact: true })
    }
  }, [id])
}
