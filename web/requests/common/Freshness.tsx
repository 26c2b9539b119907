import { notifyManager, useIsFetching, useQueryClient, type Query } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useCallback, useEffect, useReducer, useSyncExternalStore } from 'react'
import { useOnline } from '../../client/online.ts'
import { useIsLate } from '../../client/own-data.ts'
import { refetchActive } from '../../client/query.ts'
import { agoWords } from '../../ui/formats/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { say } from '../../../shared/texts/say.ts'

/** Fast answers need no spinner, which would take time from rendering them. */
const BUSY_AFTER_MS = 200

type Matches = (query: Pick<Query, 'queryKey'>) => boolean

/** When the oldest answer among the active queries was fetched, in milliseconds; null if there is none. */
function useOldestUpdate(matches: Matches): number | null {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache])
  return useSyncExternalStore(subscribe, () => {
    const times = cache
      .findAll({ type: 'active', predicate: matches })
      .map((query) => query.state.dataUpdatedAt)
      .filter((time) => time > 0)
    return times.length === 0 ? null : Math.min(...times)
  })
}

/** Re-renders twice a minute, so that the displayed age doesn't go stale itself. */
function useTicking() {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(tick, 30_000)
    return () => clearInterval(timer)
  }, [])
}

interface FreshnessProps {
  /** the queries whose age is shown */
  of: Matches
  /** the addresses that Refresh refetches: all that the screen shows */
  addresses: readonly string[]
}

/** "updated 1 minute ago" and a button that refetches all that is on the screen: nothing is refetched by itself. */
export function Freshness({ of, addresses }: FreshnessProps) {
  const updated = useOldestUpdate(of)
  const isLate = useIsLate(useIsFetching({ predicate: of }) > 0, BUSY_AFTER_MS)
  const online = useOnline()
  useTicking()

  return (
    <span className="fresh">
      {updated !== null && (
        <span>
          <span className="dot">· </span>
          {say('updated {ago}', { ago: agoWords(new Date(updated).toISOString()) })}
        </span>
      )}
      <Button
        look="quiet"
        size="small"
        icon={RefreshCw}
        busy={isLate}
        busyLabel={say('Refreshing…')}
        aria-disabled={!online || undefined}
        title={online ? undefined : say('Not possible while you are offline')}
        onClick={() => online && void refetchActive(...addresses)}
      >
        {say('Refresh')}
      </Button>
    </span>
  )
}
