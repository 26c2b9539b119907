import { notifyManager, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useCallback, useEffect, useReducer, useSyncExternalStore } from 'react'
import { refresh } from '../query.ts'
import { agoWords } from '../requests/dates.ts'
import { Button } from '../ui/Button.tsx'
import { DASHBOARD_ADDRESSES, isOnDashboard } from './queries.ts'

/** When the oldest of the figures in sight was fetched, in milliseconds; null while there is none. */
function useOldestUpdate(): number | null {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache])
  return useSyncExternalStore(subscribe, () => {
    const times = cache
      .findAll({ type: 'active', predicate: isOnDashboard })
      .map((query) => query.state.dataUpdatedAt)
      .filter((time) => time > 0)
    return times.length === 0 ? null : Math.min(...times)
  })
}

/** Draws again twice a minute, so that the words of an age don't go stale themselves. */
function useTicking() {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(tick, 30_000)
    return () => clearInterval(timer)
  }, [])
}

/** "updated 1 minute ago" and the control that fetches everything in sight anew: nothing refetches by itself. */
export function Freshness() {
  const updated = useOldestUpdate()
  const fetching = useIsFetching({ predicate: isOnDashboard }) > 0
  useTicking()

  return (
    <span className="fresh">
      {updated !== null && (
        <span>
          <span className="dot">· </span>updated {agoWords(new Date(updated).toISOString())}
        </span>
      )}
      <Button
        look="quiet"
        size="small"
        icon={RefreshCw}
        busy={fetching}
        busyLabel="Refreshing…"
        onClick={() => void refresh(...DASHBOARD_ADDRESSES)}
      >
        Refresh
      </Button>
    </span>
  )
}
