import { Fragment, Suspense, useEffect, useState, type ReactNode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router'
import { FullPageLoading } from './errors/FullPageLoading.tsx'
import { RenderErrorBoundary } from './errors/RenderError.tsx'
import LoginPage from './login/LoginPage.tsx'
import { windowTitle } from './pages.ts'
import { queryClient } from './query.ts'
import {
  AnalyticsPage,
  AssistantPage,
  DashboardPage,
  NotFoundPage,
  ProfilePage,
  ReportsPage,
  RequestPage,
  RequestsPage,
  SettingsPage,
  SetupPage,
  Shell,
  TeamPage,
} from './screens.ts'
import { lastSessionEnd, useSession } from './session.ts'
import { Toaster } from './ui/Toaster.tsx'

const ROOT_REDIRECT_MS = 100

export function App() {
  return (
    <RenderErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <WindowTitle />
          <Suspense fallback={<FullPageLoading />}>
            <Screens />
          </Suspense>
        </BrowserRouter>
        <Toaster />
      </QueryClientProvider>
    </RenderErrorBoundary>
  )
}

function Screens() {
  return (
    <Routes>
      <Route path="/" element={<RootRedirect />} />
      <Route path="/login" element={<LoginPage />} />
      <Route path="/setup" element={<SetupPage />} />
      <Route
        element={
          <SignedIn>
            <Shell />
          </SignedIn>
        }
      >
        <Route path="/dashboard/*" element={<DashboardPage />} />
        <Route path="/requests" element={<RequestsPage />} />
        <Route path="/requests/:id" element={<RequestPage />} />
        <Route path="/analytics" element={<AnalyticsPage />} />
        <Route path="/ai-assistant" element={<AssistantPage />} />
        <Route path="/profile" element={<ProfilePage />} />
        {['/team', '/team/users', '/team/roles', '/team/add-user', '/team/roles/:role'].map((path) => (
          <Route key={path} path={path} element={<TeamPage />} />
        ))}
        {[
          '/settings',
          '/settings/ai',
          '/settings/estimates',
          '/settings/fair-use',
          '/settings/email',
          '/settings/backup',
          '/settings/security',
        ].map((path) => (
          <Route key={path} path={path} element={<SettingsPage />} />
        ))}
        <Route path="/reports" element={<ReportsPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

/** Sends people who are not signed in to the sign-in page; from there they come back here, unless they signed out. */
function SignedIn({ children }: { children: ReactNode }) {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  // Another person in another tab: nothing of the one before may stay on the screen. Nor may a day of another zone.
  if (session) return <Fragment key={`${session.user.id} ${session.user.officeTimeZone}`}>{children}</Fragment>
  const wayBack = lastSessionEnd() === 'signed-out' ? null : { from: `${pathname}${search}${hash}` }
  return <Navigate to="/login" replace state={wayBack} />
}

function RootRedirect() {
  const session = useSession()
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ROOT_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [])
  return due ? <Navigate to={session ? '/dashboard' : '/login'} replace /> : <FullPageLoading />
}

function WindowTitle() {
  const { pathname } = useLocation()
  return <title>{windowTitle(pathname)}</title>
}
