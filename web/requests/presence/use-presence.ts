import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import {
  type Activity,
  type Presence,
  type PresenceSaid,
  SAY_AGAIN_MS,
  type Visitor,
} from '../../../shared/presence.ts'
import { put } from '../../client/api.ts'
import { newKey } from '../../client/idempotency-key.ts'
import { isLive } from '../../client/live.ts'
import { useIsSeeing } from '../../client/see-as.ts'
import { currentSession } from '../../client/session.ts'
import { useStore } from '../../ui/store.ts'

let pageId: string | undefined
/** Made when it is first needed: a browser that cannot must only lose presence. */
const ownPage = () => (pageId ??= newKey())
/** By then the details have given way to the form of the same request, or the other way round. */
const MOVE_MS = 300
const NOBODY: Visitor[] = []

const addressOf = (requestId: string) => `/api/requests/${encodeURIComponent(requestId)}/presence`

async function say(requestId: string, activity: PresenceSaid['activity'], signal?: AbortSignal): Promise<Presence> {
  const state: PresenceSaid = { page: ownPage(), activity }
  return put(addressOf(requestId), state, { signal, outlivesPage: activity === 'gone' })
}

/** The request that this page is at; another replaces it without a farewell. */
let at: string | null = null

function leave(requestId: string): void {
  at = null
  setTimeout(() => {
    if (at === null) farewell(requestId)
  }, MOVE_MS)
}

function farewell(requestId: string): void {
  // Whoever cannot say it is forgotten soon.
  if (currentSession()) void say(requestId, 'gone').catch(() => {})
}

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/**
 * Says that this page shows or edits a request, while it is live and in sight; a form that has begun also while it is not.
 * @returns who else does
 */
export function usePresence(requestId: string, activity: Activity): Visitor[] {
  const isSeeing = useIsSeeing()
  const isHidden = useSyncExternalStore(subscribe, () => document.hidden)
  const isThere = useStore(isLive) && !isSeeing && (!isHidden || activity === 'editing')
  const { data } = useQuery({
    queryKey: [addressOf(requestId), activity],
    queryFn: ({ signal }) => say(requestId, activity, signal),
    enabled: isThere,
    refetchInterval: SAY_AGAIN_MS,
    refetchIntervalInBackground: true,
    staleTime: 0,
    retry: false,
    gcTime: 0,
  })
  useEffect(() => {
    if (!isThere) return
    at = requestId
    const sayGone = () => farewell(requestId)
    window.addEventListener('pagehide', sayGone)
    return () => {
      window.removeEventListener('pagehide', sayGone)
      leave(requestId)
    }
  }, [isThere, requestId])
  return isThere ? (data?.people ?? NOBODY) : NOBODY
}
