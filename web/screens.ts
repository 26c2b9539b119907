import { screen, type Screen } from './ui/screen.tsx'

export const Shell = screen(() => import('./shell/Shell.tsx'))
export const SetupPage = screen(() => import('./setup/SetupPage.tsx'))
export const DashboardPage = screen(() => import('./dashboard/DashboardPage.tsx'))
export const RequestsPage = screen(() => import('./requests/RequestsPage.tsx'))
export const RequestPage = screen(() => import('./requests/RequestPage.tsx'))
export const ProfilePage = screen(() => import('./profile/ProfilePage.tsx'))
export const AnalyticsPage = screen(() => import('./areas/AnalyticsPage.tsx'))
export const AssistantPage = screen(() => import('./areas/AssistantPage.tsx'))
export const ReportsPage = screen(() => import('./areas/ReportsPage.tsx'))
export const TeamPage = screen(() => import('./areas/TeamPage.tsx'))
export const SettingsPage = screen(() => import('./areas/SettingsPage.tsx'))
export const NotFoundPage = screen(() => import('./errors/NotFoundPage.tsx'))

const SCREENS: Record<string, Screen> = {
  dashboard: DashboardPage,
  requests: RequestsPage,
  analytics: AnalyticsPage,
  'ai-assistant': AssistantPage,
  profile: ProfilePage,
  team: TeamPage,
  reports: ReportsPage,
  settings: SettingsPage,
}

/** Fetches the code of a signed-in screen, so that it is drawn at once. One that does not come is tried again when shown. */
export async function loadScreen(pathname: string): Promise<void> {
  const [, area = '', id] = pathname.split('/')
  const page = area === 'requests' && id ? RequestPage : SCREENS[area || 'dashboard']
  await Promise.allSettled([Shell.load(), page?.load()])
}
