import { Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useSearchParams } from 'react-router'
import { useIsSeeing } from '../../client/see-as.ts'
import { useSession } from '../../client/session.ts'
import { FullPageLoading } from '../../ui/errors/FullPageLoading.tsx'
import { lazyPanel } from '../../ui/errors/lazy-panel.tsx'
import { RenderErrorBoundary } from '../../ui/errors/RenderError.tsx'
import { NARROW, PHONE, useMedia } from '../../ui/media.ts'
import { AppHeader, PhoneHeader } from './AppHeader.tsx'
import { DIALOG_PARAMS } from '../../client/dialog-params.ts'
import { useFocusOnHeading } from './focus.ts'
import { Menu } from './Menu.tsx'
import { OfflineNotice } from '../../ui/errors/OfflineNotice.tsx'
import { pageOf } from '../pages/pages.ts'
import { PrivatePage } from './PrivatePage.tsx'
import { PrintHeader } from './PrintHeader.tsx'
import { RequestDialogs } from './request-dialogs.tsx'
import { ViewAsBanner } from './ViewAsBanner.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './shell.module.css'
import { say } from '../../../shared/texts/say.ts'

/** Loaded lazily: the phone's menu pulls in the dialog library. */
const Drawer = lazyPanel(async () => ({ default: (await import('./Drawer.tsx')).Drawer }))

const RestoredBanner = lazyPanel(
  async () => ({ default: (await import('../../backup/RestoredBanner.tsx')).RestoredBanner }),
  { missing: () => null },
)

/**
 * Header, sidebar and the page itself. The sidebar is a rail from 1200 px down, a drawer below 720 px.
 * @param props.preloadScreens preloads what is likely to be opened next; returns a function that stops it
 */
export function Shell({ preloadScreens }: { preloadScreens: () => () => void }) {
  const { pathname } = useLocation()
  const isPhone = useMedia(PHONE)
  const isRail = useMedia(NARROW)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  useFocusOnHeading(main, pathname)
  const page = pageOf(pathname)
  const permissions = useSession()?.user.permissions
  const isClosed = useIsSeeing() && page?.isPrivate
  return (
    <>
      <a className={styles.skip} href="#main" onClick={() => main.current?.focus()}>
        {say('Skip to content')}
      </a>
      {isPhone ? <PhoneHeader onMenu={() => setMenuOpen(true)} /> : <AppHeader />}
      {isPhone && <Drawer open={isMenuOpen} onOpenChange={setMenuOpen} />}
      <div data-app className={classes(styles.app, isPhone ? styles.phone : isRail && styles.rail)}>
        {!isPhone && <Menu rail={isRail} />}
        <main className="main" id="main" ref={main} tabIndex={-1}>
          <PrintHeader />
          <OfflineNotice />
          <ViewAsBanner />
          {permissions?.includes('backups.manage') && <RestoredBanner />}
          {/* Keyed by path, so that a page that failed does not affect the next one. */}
          <RenderErrorBoundary key={pathname}>
            <Suspense fallback={<FullPageLoading />}>
              {isClosed ? <PrivatePage title={say(page.title)} /> : <Outlet />}
            </Suspense>
          </RenderErrorBoundary>
        </main>
      </div>
      <Dialogs preloadScreens={preloadScreens} />
    </>
  )
}

/** Mounted once the URL names a dialog. Their code is preloaded on the first pointer move or key, or a moment later. */
function Dialogs({ preloadScreens }: { preloadScreens: () => () => void }) {
  const [params] = useSearchParams()
  const isNamed = DIALOG_PARAMS.some((param) => params.has(param))
  const [wasNamed, setWasNamed] = useState(isNamed)
  if (isNamed && !wasNamed) setWasNamed(true)
  useEffect(() => {
    const atOnce = () => void RequestDialogs.load().catch(() => {})
    const events = ['pointermove', 'keydown'] as const
    for (const event of events) document.addEventListener(event, atOnce, { once: true })
    const stop = preloadScreens()
    return () => {
      stop()
      for (const event of events) document.removeEventListener(event, atOnce)
    }
  }, [preloadScreens])
  return wasNamed && <RequestDialogs />
}
