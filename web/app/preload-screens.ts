import { onlineManager } from '@tanstack/react-query'
import type { Permission } from '../../shared/permissions.ts'
import { queryClient, whenIdle } from '../client/query.ts'
import { BatchTab, DocumentAiTab } from '../analytics/dashboard/dashboard-panels.tsx'
import { UploadPanel } from '../documents/upload-panel.ts'
import { AiAnalysisTab } from '../requests/details/AiAnalysisTab.tsx'
import { RequestDocumentsTab } from '../requests/details/RequestDocumentsTab.tsx'
import { ClassificationTab, PossibleDuplicates } from '../requests/dialogs/ClassificationTab.tsx'
import { SuggestionSummary } from '../requests/list/AiLabelLink.tsx'
import { NoticesPanel } from './shell/Notices.tsx'
import { RequestDialogs } from './shell/request-dialogs.tsx'
import { peopleOptions } from '../requests/common/api.ts'
import { loadScreen } from './screens.ts'
import { currentSession } from '../client/session.ts'

/** Delay, so that the preloads do not compete with the first screen's own calls. */
const AFTER_MS = 2000
const POINTED = ['pointerover', 'focusin'] as const

/** Preloaded, so that these open offline even if they were never opened before. */
const AHEAD: (() => Promise<unknown>)[] = [
  RequestDialogs.load,
  NoticesPanel.load,
  AiAnalysisTab.load,
  RequestDocumentsTab.load,
  ClassificationTab.load,
  PossibleDuplicates.load,
  SuggestionSummary.load,
  () => loadScreen('/requests'),
  () => loadScreen('/requests/one'),
  () => loadScreen('/dashboard'),
  () => loadScreen('/profile'),
  withPermission('requests.assign', () => queryClient.prefetchQuery(peopleOptions())),
  withPermission('documents.upload', UploadPanel.load),
  withPermission('ai.batch', BatchTab.load),
  withPermission('ai.documents', DocumentAiTab.load),
]

function withPermission(permission: Permission, fetch: () => Promise<unknown>) {
  return async () => {
    if (currentSession()?.user.permissions.includes(permission)) await fetch()
  }
}

/** Preloads the screen behind a link that is hovered or focused, a moment before it is opened. */
function fetchLinked({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (link?.origin === window.location.origin && onlineManager.isOnline()) void loadScreen(link.pathname)
}

/**
 * Preloads the code of forms, details and usual screens one after another, each when the browser is idle, and that of other
 * screens when a link to them is hovered or focused. @returns stops preloading
 */
export function preloadScreens(): () => void {
  let isStopped = false
  for (const event of POINTED) document.addEventListener(event, fetchLinked)
  const next = (at: number) =>
    whenIdle(() => {
      const fetch = AHEAD[at]
      if (!fetch || isStopped || !onlineManager.isOnline()) return
      const goOn = () => next(at + 1)
      // A failed part is fetched again when it is shown, and reports an error if that fails, too.
      fetch().then(goOn, goOn)
    })
  const timer = setTimeout(() => next(0), AFTER_MS)
  return () => {
    isStopped = true
    clearTimeout(timer)
    for (const event of POINTED) document.removeEventListener(event, fetchLinked)
  }
}
