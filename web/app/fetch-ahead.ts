import { onlineManager } from '@tanstack/react-query'
import { queryClient, whenIdle } from '../client/query.ts'
import { AiAnalysisTab } from '../requests/details/AiAnalysisTab.tsx'
import { RequestDocumentsTab } from '../requests/details/RequestDocumentsTab.tsx'
import { ClassificationTab, PossibleDuplicates } from '../requests/dialogs/ClassificationTab.tsx'
import { SuggestionSummary } from '../requests/list/AiLabelLink.tsx'
import { RequestDialogs } from '../shell/request-dialogs.tsx'
import { peopleOptions } from '../vocabulary/api.ts'
import { loadScreen } from './screens.ts'
import { currentSession } from '../client/session.ts'

/** The first screen has its own calls to make. */
const AFTER_MS = 2000

/** What opens without a connection, though nobody has opened it before. */
const AHEAD: (() => Promise<unknown>)[] = [
  RequestDialogs.load,
  AiAnalysisTab.load,
  RequestDocumentsTab.load,
  ClassificationTab.load,
  PossibleDuplicates.load,
  SuggestionSummary.load,
  () => loadScreen('/requests'),
  () => loadScreen('/requests/one'),
  () => loadScreen('/dashboard'),
  () => loadScreen('/profile'),
  async () => {
    const mayAssign = currentSession()?.user.permissions.includes('requests.assign')
    if (mayAssign) await queryClient.prefetchQuery(peopleOptions())
  },
]

/** Fetches the code of forms, details and screens one after another, each in an idle moment. @returns stops fetching */
export function fetchAhead(): () => void {
  let isStopped = false
  const next = (at: number) =>
    whenIdle(() => {
      const fetch = AHEAD[at]
      if (!fetch || isStopped || !onlineManager.isOnline()) return
      const goOn = () => next(at + 1)
      // What does not come is fetched when it is shown, and says so if it fails again.
      fetch().then(goOn, goOn)
    })
  const timer = setTimeout(() => next(0), AFTER_MS)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
