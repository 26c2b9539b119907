import { PAGES } from './pages/pages.ts'
import { screen, type Screen } from '../ui/screen.tsx'

export const OfficeShell = screen(() => import('./OfficeShell.tsx'))
export const InvitationPage = screen(() => import('../people/invitation/InvitationPage.tsx'))
export const SetupPage = screen(() => import('../settings/setup/SetupPage.tsx'))
export const NotFoundPage = screen(() => import('../ui/errors/NotFoundPage.tsx'))
const DashboardPage = screen(() => import('../analytics/dashboard/DashboardPage.tsx'))
const ReadingPage = screen(() => import('../document-ai/ReadingPage.tsx'))
const FlowRowsPage = screen(() => import('../analytics/RowsPage.tsx'))
const NoticePreferencesPage = screen(() => import('../notices/PreferencesPage.tsx'))
const RequestPage = screen(() => import('../requests/details/RequestPage.tsx'))

/**
 * By the first segment of the path. Exceptions (see `screenOf`): below `/requests` one request, below
 * `/dashboard/document-ai` one document, below `/analytics` the requests behind a figure, below `/profile` the notices.
 */
const SCREENS: Record<string, Screen> = {
  dashboard: DashboardPage,
  requests: screen(() => import('../requests/RequestsPage.tsx')),
  analytics: screen(() => import('../analytics/AnalyticsPage.tsx')),
  'ai-assistant': screen(() => import('../assistant/AssistantPage.tsx')),
  profile: screen(() => import('../people/profile/ProfilePage.tsx')),
  team: screen(() => import('../people/TeamPage.tsx')),
  reports: screen(() => import('../reports/ReportsPage.tsx')),
  audit: screen(() => import('../audit/AuditPage.tsx')),
  settings: screen(() => import('../settings/SettingsPage.tsx')),
}

function screenOf(pathname: string): Screen | undefined {
  const [, area = '', id, part] = pathname.split('/')
  if (area === 'dashboard' && id === 'document-ai' && part) return ReadingPage
  if (area === 'analytics' && id) return FlowRowsPage
  if (area === 'profile' && id) return NoticePreferencesPage
  return area === 'requests' && id ? RequestPage : SCREENS[area || 'dashboard']
}

/** The routes of a signed-in person, for the router. */
export const OFFICE_ROUTES = PAGES.flatMap(({ path }) => {
  const Screen = screenOf(path)
  return Screen ? [{ path, Screen }] : []
})

/** Preloads the code of a signed-in screen, so that it renders at once. A failed one is fetched again when shown. */
export async function loadScreen(pathname: string): Promise<void> {
  await Promise.allSettled([OfficeShell.load(), screenOf(pathname)?.load()])
}
