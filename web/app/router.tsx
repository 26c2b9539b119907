import { Fragment, Suspense, useEffect, useState, type ReactNode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router'
import { FullPageLoading } from '../ui/errors/FullPageLoading.tsx'
import { RenderErrorBoundary } from '../ui/errors/RenderError.tsx'
import LoginPage from '../people/sign-in/LoginPage.tsx'
import { windowTitle } from './pages/pages.ts'
import { queryClient } from '../client/query.ts'
import { InvitationPage, loadScreen, NotFoundPage, OFFICE_ROUTES, OfficeShell, SetupPage } from './screens.ts'
import { lastSessionEnd, useSession } from '../client/session.ts'
import { Toaster } from '../ui/Toaster.tsx'

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
  // Draws everything again when the office's time zone changes: times are formatted in it, and typed text must stay.
  useSession()
  return (
    <Routes>
      <Route path="/" element={<RootRedirect />} />
      <Route path="/login" element={<LoginPage prepareNext={() => void loadScreen('/dashboard')} />} />
      <Route path="/setup" element={<SetupPage />} />
      {['/invitation', '/new-password'].map((path) => (
        <Route key={path} path={path} element={<InvitationPage />} />
      ))}
      <Route
        element={
          <SignedIn>
            <OfficeShell />
          </SignedIn>
        }
      >
        {OFFICE_ROUTES.map(({ path, Screen }) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

/** Sends people who are not signed in to the sign-in page; from there they come back here, unless they signed out. */
function SignedIn({ children }: { children: ReactNode }) {
  const session = useSession()
  // Remounts if another tab signs in another person, of whom nothing may stay on the screen.
  if (session) return <Fragment key={session.user.id}>{children}</Fragment>
  // Not the router's location, which lags behind the address: a search that was just typed is in the address alone.
  const { pathname, search, hash } = window.location
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
