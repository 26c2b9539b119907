import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Notices } from '../../shared/notices.ts'
import { queryClient, whenIdle } from '../client/query.ts'
import { useIsSeeing } from '../client/see-as.ts'
import { useSession } from '../client/session.ts'
import { preferencesOptions, unreadOptions } from './api.ts'
import { isQuiet } from './quiet-hours.ts'

const POLL_MS = 60_000
/** How long an announcement stays in the live region, so that the next one is read out, too. */
const ANNOUNCED_MS = 5000

/** Read once the first screen has settled, and again every minute while the window is visible. */
export function useUnread() {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  // Somebody else's notices are private.
  const isSeeing = useIsSeeing()
  const isSignedIn = Boolean(useSession())
  return useQuery({
    ...unreadOptions,
    enabled: isIdle && isSignedIn && !isSeeing,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: true,
    staleTime: POLL_MS,
  })
}

/** What to read out about notices that arrived since the page was opened; empty in quiet hours. */
export function useAnnouncement(notices: Notices | undefined): string {
  const [words, setWords] = useState('')
  const newest = useRef<string>(undefined)
  useEffect(() => {
    if (!notices) return
    const known = newest.current
    newest.current = notices.notices.reduce((at, notice) => (notice.at > at ? notice.at : at), known ?? '')
    if (known === undefined) newest.current ||= new Date().toISOString()
    const arrived = known === undefined ? 0 : notices.notices.filter(({ at, readAt }) => at > known && !readAt).length
    if (arrived > 0) void announceLater(arrived, setWords)
  }, [notices])
  useEffect(() => {
    if (words === '') return
    const timer = setTimeout(() => setWords(''), ANNOUNCED_MS)
    return () => clearTimeout(timer)
  }, [words])
  return words
}

async function announceLater(arrived: number, announce: (words: string) => void): Promise<void> {
  const preferences = await queryClient.ensureQueryData(preferencesOptions).catch(() => undefined)
  if (isQuiet(preferences?.quietHours ?? null)) return
  announce(arrived === 1 ? '1 new notification' : `${arrived} new notifications`)
}
