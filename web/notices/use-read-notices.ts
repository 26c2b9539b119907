import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIsSeeing } from '../client/see-as.ts'
import { markNotices, unreadOptions } from './api.ts'

/** Who sees a request has its news: notices about it are marked as read, also those that arrive while it is open. */
export function useReadNotices({ requestId }: { requestId: string }): void {
  const { data } = useQuery({ ...unreadOptions, enabled: false })
  const isSeeing = useIsSeeing()
  // Beyond the notices at hand there may be more about it.
  const isUnread =
    data !== undefined &&
    (data.unread > data.notices.length || data.notices.some((one) => one.requestId === requestId && !one.readAt))
  useEffect(() => {
    if (isUnread && !isSeeing && document.visibilityState === 'visible')
      // A failure changes nothing: they stay unread.
      markNotices({ requestId }, true).catch(() => {})
  }, [requestId, isUnread, isSeeing])
}
